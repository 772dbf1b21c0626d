//! Times our kernels and rten on the same model. Asked over standard input, a question a line, so that whoever asks can
//! take turns between programs:
//!
//!     compare-models OURS_INT8 OURS_FLOAT RTEN_INT8.onnx
//!     > ours-int8 16 1        which, how many tokens a text, how many texts
//!     < 1023.5                microseconds of the processor for all of them

use std::io::{BufRead, Write};

use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_models::local::{LocalEmbedder, WeightFile};
use rten::Model;
use rten_tensor::NdTensor;
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [int8, float, onnx] = arguments.as_slice() else {
        eprintln!("usage: compare-models OURS_INT8 OURS_FLOAT RTEN_INT8.onnx");
        std::process::exit(2);
    };
    let ours = |path: &str| LocalEmbedder::new(WeightFile::open(path).expect("a weight file")).expect("an embedder");
    let (int8, float) = (ours(int8), ours(float));
    let rten = Model::load_file(onnx).expect("rten reads it");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let mut words = line.split_whitespace();
        let which = words.next().unwrap_or_default().to_owned();
        let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
        let (tokens, texts): (usize, usize) = (number(), number());
        let micros = match which.as_str() {
            "ours-int8" => time_ours(&int8, tokens, texts),
            "ours-float" => time_ours(&float, tokens, texts),
            "rten-int8" => time_rten(&rten, tokens, texts),
            other => panic!("there is no `{other}`"),
        };
        println!("{micros:.1}");
        std::io::stdout().flush().expect("somebody reads");
    }
}

/// How long this process has been worked on, which does not depend on who else is: rten has a thread of its own.
fn processor_micros() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

fn time_ours(model: &LocalEmbedder, tokens: usize, texts: usize) -> f64 {
    let text = vec!["word"; tokens - 2].join(" ");
    let texts = vec![text.as_str(); texts];
    let began = processor_micros();
    std::hint::black_box(model.embed(Mode::Document, &texts, &Cancel::new()).expect("nobody calls it off"));
    processor_micros() - began
}

fn time_rten(model: &Model, tokens: usize, texts: usize) -> f64 {
    let full = |value: i32| NdTensor::<i32, 2>::full([texts, tokens], value);
    let mut inputs = Vec::new();
    for (name, value) in [("input_ids", 2773), ("attention_mask", 1), ("token_type_ids", 0)] {
        if let Some(id) = model.find_node(name) {
            inputs.push((id, full(value).into()));
        }
    }
    let outputs = [model.output_ids()[0]];
    let began = processor_micros();
    std::hint::black_box(model.run(inputs, &outputs, None).expect("it runs"));
    processor_micros() - began
}
