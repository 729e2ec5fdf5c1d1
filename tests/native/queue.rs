//! The three queues, call by call: worked examples as tables.

use jobscope::time::{Span, Time};
use jobscope::workqueue::Queue;
use jobscope::workqueue::delaying::DelayingQueue;
use jobscope::workqueue::rate_limiting::RateLimitedQueue;

const ITEMS: [&str; 2] = ["a", "b"];

fn at(seconds: i64) -> Time {
    Time::START + Span::from_secs(seconds)
}

fn seconds_of(time: Time) -> i64 {
    (time - Time::START).ms() / 1000
}

fn words<'a>(items: impl Iterator<Item = &'a &'static str>) -> String {
    items.copied().collect::<Vec<_>>().join(" ")
}

/// Makes a call such as `add a`, and returns it with its result: `get → a`.
fn call(queue: &mut Queue<&'static str>, call: &str) -> String {
    let item = |name: &str| *ITEMS.iter().find(|item| **item == name).expect("an item of the example");
    match call.split_once(' ').unwrap_or((call, "")) {
        ("add", name) => drop(queue.add(item(name))),
        ("done", name) => drop(queue.done(&item(name))),
        ("shut", "down") => queue.shut_down(),
        ("get", _) => {
            let got = queue.get().unwrap_or(if queue.is_drained() { "stop" } else { "nothing" });
            return format!("get → {got}");
        }
        _ => panic!("no such call: {call}"),
    }
    call.to_owned()
}

#[test]
fn adds_during_a_sync_collapse_into_one_more_run_at_the_tail() {
    let mut queue = Queue::new();
    for (number, (expected_call, ready, dirty, processing)) in [
        ("add a", "a", "a", ""),
        ("add b", "a b", "a b", ""),
        ("add a", "a b", "a b", ""),
        // The mark goes before the sync, so that an add during the sync is not lost.
        ("get → a", "b", "b", "a"),
        ("add a", "b", "a b", "a"),
        ("add a", "b", "a b", "a"),
        ("done a", "b a", "a b", ""),
        ("get → b", "a", "a", "b"),
        ("shut down", "a", "a", "b"),
        ("add b", "a", "a", "b"),
        ("get → a", "", "", "a b"),
        ("get → stop", "", "", "a b"),
    ]
    .into_iter()
    .enumerate()
    {
        let made = call(&mut queue, expected_call);
        let marked = ITEMS.iter().filter(|item| queue.is_dirty(item));
        assert_eq!(
            (made.as_str(), words(queue.ready()), words(marked), words(queue.processing())),
            (expected_call, ready.to_owned(), dirty.to_owned(), processing.to_owned()),
            "row {}",
            number + 1
        );
    }
}

#[test]
fn the_earlier_of_two_deadlines_wins_and_nothing_cancels_it() {
    let mut queue = DelayingQueue::new();
    for (now, delay, waiting, ready) in [
        // A deadline is armed; a pod event takes its place, and the deadline is gone.
        (0, Some(100), "a@100", ""),
        (5, Some(1), "a@6", ""),
        (5, Some(2), "a@6", ""),
        (6, None, "", "a"),
        (6, Some(0), "", "a"),
        // An add at once leaves the waiting entry where it is: it fires once more.
        (7, Some(10), "a@17", "a"),
        (7, Some(0), "a@17", "a"),
        (7, Some(-3), "a@17", "a"),
        (16, None, "a@17", "a"),
        (17, None, "", "a"),
    ] {
        match delay {
            Some(seconds) => drop(queue.add_after("a", Span::from_secs(seconds), at(now))),
            None => while queue.fire_next(at(now)).is_some() {},
        }
        let entries = queue.waiting().map(|(item, entry)| format!("{item}@{}", seconds_of(entry.at)));
        let entries = entries.collect::<Vec<_>>().join(" ");
        let got = (entries.as_str(), words(queue.queue().ready()));
        assert_eq!(got, (waiting, ready.to_owned()), "at {now} s, delay {delay:?}");
    }
}

#[test]
fn items_due_at_the_same_time_fire_in_the_order_of_their_first_insertion() {
    let mut queue = DelayingQueue::new();
    queue.add_after("b", Span::from_secs(9), at(0));
    queue.add_after("a", Span::from_secs(5), at(0));
    queue.add_after("b", Span::from_secs(5), at(0));
    while queue.fire_next(at(5)).is_some() {}
    assert_eq!(words(queue.queue().ready()), "b a");
}

#[test]
fn each_failure_doubles_the_delay_up_to_the_longest() {
    for (base, max, expected) in
        [(1, 60, [1, 2, 4, 8, 16, 32, 60, 60, 60]), (10, 360, [10, 20, 40, 80, 160, 320, 360, 360, 360])]
    {
        let mut queue = RateLimitedQueue::new(Span::from_secs(base), Span::from_secs(max));
        let delays = expected.map(|_| queue.add_rate_limited("a", at(0)).0.ms() / 1000);
        assert_eq!(delays, expected);
        assert_eq!(queue.failures(&"a"), expected.len() as u32);
        queue.forget(&"a");
        assert_eq!((queue.failures(&"a"), queue.next_delay(&"a")), (0, Span::from_secs(base)));
    }
}

#[test]
fn a_worker_that_fails_twice_and_then_succeeds_is_forgotten() {
    enum Worker {
        Fails,
        Succeeds,
        IsAskedByAPod,
    }
    use Worker::{Fails, IsAskedByAPod, Succeeds};

    let mut queue = RateLimitedQueue::new(Span::from_secs(1), Span::from_secs(60));
    queue.add("a");
    for (now, event, failures, waiting) in [
        (0, Fails, 1, Some(1)),
        (1, Fails, 2, Some(3)),
        (2, IsAskedByAPod, 2, Some(3)),
        (3, Succeeds, 0, None),
    ] {
        while queue.fire_next(at(now)).is_some() {}
        if matches!(event, IsAskedByAPod) {
            queue.add_after("a", Span::from_secs(1), at(now));
        } else {
            let item = queue.get().expect("the item is due");
            match event {
                Fails => drop(queue.add_rate_limited(item, at(now))),
                _ => queue.forget(&item),
            }
            queue.done(&item);
        }
        let entry = queue.delaying().waiting().next().map(|(_, entry)| seconds_of(entry.at));
        assert_eq!((queue.failures(&"a"), entry), (failures, waiting), "at {now} s");
    }
}
