//! Many at once, all released at the same moment.

use std::sync::Barrier;

/// Runs `work` on that many threads at once; what each answered.
pub fn at_once<T: Send>(threads: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(usize::try_from(threads).expect("few threads"));
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|n| {
                let (barrier, work) = (&barrier, &work);
                scope.spawn(move || {
                    barrier.wait();
                    work(n)
                })
            })
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"))
            .collect()
    })
}
