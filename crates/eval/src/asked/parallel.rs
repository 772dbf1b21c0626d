//! Work shared by threads, results taken in by one.

use std::sync::Mutex;
use std::sync::mpsc;

/// Does every job on one of `threads` threads, and hands each result to `take` on this one, in whatever order they come.
///
/// After the first failure no further job is begun.
pub fn in_parallel<J: Send, R: Send>(
    threads: usize,
    jobs: Vec<J>,
    work: impl Fn(J) -> anyhow::Result<R> + Sync,
    mut take: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let jobs = Mutex::new(jobs.into_iter());
    let (send, receive) = mpsc::sync_channel(threads.max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (send, jobs, work) = (send.clone(), &jobs, &work);
            scope.spawn(move || {
                loop {
                    let job = jobs.lock().expect("taking a job does not panic").next();
                    let Some(job) = job else { break };
                    // Nobody listens any more after a failure.
                    if send.send(work(job)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        // Owned here, so that leaving early lets the workers notice.
        let receive = receive;
        for result in &receive {
            take(result?)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let mut sum = 0;
        let take = |square: u64| {
            sum += square;
            Ok(())
        };
        in_parallel(3, (1..=100).collect(), |number: u64| Ok(number * number), take).unwrap();
        assert_eq!(sum, 338_350);
    }

    #[test]
    fn a_failure_ends_it() {
        let work = |number: u64| if number == 5 { anyhow::bail!("five") } else { Ok(number) };
        let failed = in_parallel(2, (1..=1_000_000).collect(), work, |_| Ok(()));
        assert_eq!(failed.unwrap_err().to_string(), "five");
    }
}
