//! A thousand streams in random chunkings: byte for byte what came in, but for the deltas that had a handle in them.
//!
//! Those called `llama-…` were recorded from llama.cpp's own server, the others are written by hand after what the
//! providers document.

use cofio_gateway::{Handles, Protocol, Relay};
use serde_json::Value;

/// A stream, how it is spoken, and, where there are handles in it, which and what is left of its words.
struct Stream {
    name: &'static str,
    protocol: Protocol,
    bytes: &'static [u8],
    cited: Option<(&'static [&'static str], &'static str)>,
}

macro_rules! stream {
    ($name:literal, $protocol:ident, $cited:expr) => {
        Stream {
            name: $name,
            protocol: Protocol::$protocol,
            bytes: include_bytes!(concat!("../streams/", $name, ".sse")),
            cited: $cited,
        }
    };
}

const STREAMS: [Stream; 10] = [
    stream!("llama-chat", Chat, None),
    stream!("llama-chat-tools", Chat, None),
    stream!("llama-responses", Responses, None),
    stream!("llama-messages", Messages, None),
    stream!("openai-chat-tools", Chat, None),
    stream!("openai-responses", Responses, None),
    stream!("anthropic-messages", Messages, None),
    stream!(
        "openai-chat-cited",
        Chat,
        Some((&["m1", "m2", "m3"], "You told me you like tea, né? [mango] and cake! 🍵 [x] [m"))
    ),
    stream!("openai-responses-cited", Responses, Some((&["m1", "m2", "m3"], "You told me tea. Cake ok [m"))),
    stream!("anthropic-messages-cited", Messages, Some((&["m1", "m2"], "You told me tea and cake. [m"))),
];

/// A number that looks like chance and is the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// The same stream with other line ends, and perhaps the mark that texts may begin with.
fn dressed(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).unwrap();
    let text = match chance.below(4) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        2 => format!("\u{feff}{text}"),
        _ => text.to_owned(),
    };
    text.into_bytes()
}

/// Sends a stream through in pieces, mostly small ones, cut inside of letters and line ends, too.
fn relayed(relay: &mut Relay, bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let most = [1, 2, 7, 64, 900, 100_000][chance.below(6)];
    let (mut out, mut from) = (Vec::new(), 0);
    while from < bytes.len() {
        let to = (from + 1 + chance.below(most)).min(bytes.len());
        out.extend(relay.push(&bytes[from..to]));
        from = to;
    }
    out.extend(relay.finish());
    out
}

fn known() -> Handles {
    Handles::new(["m1", "m2", "m3"].map(str::to_owned))
}

/// What an event says, line by line, with the data read.
fn events(bytes: &[u8]) -> Vec<(String, Option<Value>)> {
    let text = String::from_utf8(bytes.to_vec()).unwrap().replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_start_matches('\u{feff}').to_owned();
    let data = |event: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix("data:"))?;
        serde_json::from_str(line.trim()).ok()
    };
    text.split("\n\n").filter(|event| !event.trim().is_empty()).map(|event| (event.to_owned(), data(event))).collect()
}

/// The words of an event, taken out of it.
fn take_words(protocol: Protocol, event: &mut Value) -> Option<String> {
    let place = match protocol {
        Protocol::Chat => "/choices/0/delta/content",
        Protocol::Responses if event["type"] == "response.output_text.delta" => "/delta",
        Protocol::Messages if event["delta"]["type"] == "text_delta" => "/delta/text",
        _ => return None,
    };
    let place = event.pointer_mut(place)?;
    let words = place.as_str()?.to_owned();
    *place = Value::Null;
    Some(words)
}

/// Issue "The server", what it must show, 4: relay of 1,000 streams in random chunkings.
#[test]
fn a_thousand_streams_come_out_as_they_came_in() {
    let mut chance = Chance(14);
    for round in 0..1_000 {
        let stream = &STREAMS[round % STREAMS.len()];
        let bytes = dressed(stream.bytes, &mut chance);
        let told = format!("{} in round {round}", stream.name);

        let mut plain = Relay::new(stream.protocol, Handles::default());
        assert!(relayed(&mut plain, &bytes, &mut chance) == bytes, "without handles to look for: {told}");
        assert!(plain.heard().complete && plain.heard().id.is_some(), "{told}: {:?}", plain.heard());

        let mut relay = Relay::new(stream.protocol, known());
        let out = relayed(&mut relay, &bytes, &mut chance);
        match stream.cited {
            None => assert!(out == bytes, "without a handle in it: {told}"),
            Some((handles, words)) => {
                differs_in_cited_words_only(stream, &bytes, &out, words, &told);
                assert_eq!(relay.cited(), handles, "{told}");
                assert_eq!(relay.heard().text, words, "{told}");
            }
        }
    }
}

/// Where handles, and what could have become one, stand in a text, with the space before them.
fn handles_in(text: &str) -> Vec<std::ops::Range<usize>> {
    let spelled = ["[m1]", "[m2]", "[m2, m3]", "[m"];
    let found = spelled.iter().flat_map(|handle| text.match_indices(handle));
    found.map(|(at, handle)| at.saturating_sub(1)..at + handle.len()).collect()
}

/// Every event is there in its order and says the same, but for words that a handle was part of; and the words are what is
/// left.
fn differs_in_cited_words_only(stream: &Stream, before: &[u8], after: &[u8], words: &str, told: &str) {
    let (before, mut after) = (events(before), events(after));
    let said = |event: &(String, Option<Value>)| take_words(stream.protocol, &mut event.1.clone()?);
    let all: String = before.iter().filter_map(said).collect();
    let (mut shown, mut place, mut at) = (String::new(), 0, 0);
    for (text, value) in before {
        let Some(mut value) = value else {
            assert_eq!(after[at].0, text, "{told}");
            at += 1;
            continue;
        };
        let said_before = take_words(stream.protocol, &mut value);
        // What was held back and is no handle is told before what comes next.
        if said_before.is_none()
            && let Some(late) = said(&after[at])
        {
            shown += &late;
            at += 1;
        }
        let now = after[at].1.as_mut().unwrap();
        if let Some(before) = said_before {
            let kept = take_words(stream.protocol, now).unwrap();
            let here = place..place + before.len();
            let touched = handles_in(&all).iter().any(|handle| handle.start < here.end && here.start <= handle.end);
            assert!(kept == before || touched, "{told}: {before} became {kept}");
            shown += &kept;
            place = here.end;
        }
        let same = value.to_string();
        let whole = same.replace("tea [m1]. Cake [m2, m3] ok [m", "tea. Cake ok [m");
        let now = now.to_string();
        assert!(now == same || now == whole, "{told}: {now}\n{same}");
        at += 1;
    }
    assert_eq!(at, after.len(), "{told}");
    assert_eq!(shown, words, "{told}");
}

/// An upstream that breaks off in the middle of a line, or of a letter: everything that came goes out.
#[test]
fn a_stream_that_is_cut_anywhere_comes_out_up_to_there() {
    for stream in STREAMS.iter().filter(|stream| stream.cited.is_none()) {
        for cut in (0..stream.bytes.len()).step_by(7) {
            let mut relay = Relay::new(stream.protocol, known());
            let out = relayed(&mut relay, &stream.bytes[..cut], &mut Chance(cut as u64));
            assert!(out == stream.bytes[..cut], "{} cut at {cut}", stream.name);
        }
    }
}

/// What it took is read where each protocol says it.
#[test]
fn what_an_answer_took_is_heard() {
    let took = |name: &str| {
        let stream = STREAMS.iter().find(|stream| stream.name == name).unwrap();
        let mut relay = Relay::new(stream.protocol, Handles::default());
        relay.push(stream.bytes);
        let usage = relay.heard().usage.unwrap();
        (relay.heard().model.clone().unwrap(), usage.read, usage.written)
    };
    assert_eq!(took("llama-chat"), ("qwen.gguf".into(), 38, 9));
    assert_eq!(took("llama-messages"), ("qwen.gguf".into(), 38, 8));
    assert_eq!(took("openai-responses"), ("gpt-test".into(), 36, 87));
    assert_eq!(took("anthropic-messages"), ("claude-test".into(), 1_125, 89));
}
