//! As much of HTTP as a provider in a test has to speak.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};

use super::{Asked, Reply};

/// Reads a call.
pub(super) fn read(stream: &TcpStream) -> io::Result<Asked> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    Ok(Asked { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() })
}

/// Writes an answer, as badly as it is meant to be.
pub(super) fn write(mut stream: &TcpStream, reply: &Reply) -> io::Result<()> {
    std::thread::sleep(reply.wait);
    let mut head = format!("HTTP/1.1 {} Whatever\r\ncontent-length: {}\r\n", reply.status, reply.body.len());
    head.push_str("content-type: application/json\r\nconnection: close\r\n");
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    let body = &reply.body[..reply.cut_after.unwrap_or(reply.body.len()).min(reply.body.len())];
    match reply.drip {
        None => stream.write_all(body)?,
        Some(each) => {
            for byte in body {
                stream.write_all(&[*byte])?;
                std::thread::sleep(each);
            }
        }
    }
    stream.flush()?;
    stream.shutdown(Shutdown::Write)
}
