//! Time travel and determinism: the same actions give the same worlds, however one goes through them.

use jobscope::api::written;
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::Ending;
use jobscope::timeline::{Position, Size, Timeline};
use jobscope::world::{Action, World, WorldOptions};
use serde_json::json;

use crate::fixture::{create, play_out, world};

/// A timeline that was played to its end.
fn played(ending: Ending) -> Timeline {
    let mut timeline = Timeline::new(world(ending));
    timeline.act(create(json!({"parallelism": 2, "completions": 3, "backoffLimit": 2})));
    while timeline.forward(Size::Sync) {}
    timeline
}

fn worlds_by_replay(timeline: &Timeline, first: World) -> Vec<World> {
    let mut worlds = vec![first];
    for step in timeline.steps() {
        let mut next = worlds[worlds.len() - 1].clone();
        let lines = next.apply(&step.action);
        assert_eq!(lines, step.lines, "playing {:?} again says something else", step.action);
        worlds.push(next);
    }
    worlds
}

#[test]
fn playing_twice_gives_the_same_worlds_and_the_same_notes() {
    for ending in [Ending::Succeed, Ending::Fail { exit_code: 1 }, Ending::Evict] {
        let (one, other) = (played(ending), played(ending));
        assert_eq!(one.steps(), other.steps());
        assert_eq!(one.world(), other.world());
    }
}

#[test]
fn seeking_a_step_equals_replaying_so_many_actions() {
    let mut timeline = played(Ending::Fail { exit_code: 1 });
    let worlds = worlds_by_replay(&timeline, world(Ending::Fail { exit_code: 1 }));
    let steps = worlds.len();
    // Forth, back, and with leaps.
    let leaps = (0..steps).chain((0..steps).rev()).chain((0..steps).map(|step| step * 37 % steps));
    for step in leaps {
        timeline.seek(Position { step: step as u32, note: u32::MAX });
        assert_eq!(*timeline.world(), worlds[step], "after step {step}");
        if step > 0 {
            assert_eq!(*timeline.before(), worlds[step - 1], "before step {step}");
        }
    }
}

#[test]
fn the_notes_of_an_action_lead_from_the_world_before_to_the_world_after() {
    let mut timeline = played(Ending::Fail { exit_code: 1 });
    let worlds = worlds_by_replay(&timeline, world(Ending::Fail { exit_code: 1 }));
    for (number, pair) in worlds.windows(2).enumerate() {
        let step = timeline.steps()[number].clone();
        let mut inside = pair[0].clone();
        for change in step.lines.iter().flat_map(|line| &line.changes) {
            inside.replay(change);
        }
        assert_eq!(inside.cluster().pods().collect::<Vec<_>>(), pair[1].cluster().pods().collect::<Vec<_>>());
        assert_eq!(inside.cluster().jobs().collect::<Vec<_>>(), pair[1].cluster().jobs().collect::<Vec<_>>());
        assert_eq!(inside.cluster().streams(), pair[1].cluster().streams());
        assert_eq!(inside.cluster().events(), pair[1].cluster().events());
        assert_eq!(inside.cache(), pair[1].cache());
        assert_eq!(inside.controller(), pair[1].controller());
        assert_eq!(inside.now(), pair[1].now());
    }
    // The cursor inside an action shows just the changes of the notes that it has passed.
    timeline.seek(Position { step: 3, note: 1 });
    let first_note = timeline.world();
    let mut expected = worlds[2].clone();
    for change in &timeline.steps()[2].lines[0].changes {
        expected.replay(change);
    }
    assert_eq!(*first_note, expected);
}

#[test]
fn notes_go_forth_and_back_through_the_same_places() {
    let mut timeline = played(Ending::Succeed);
    timeline.seek(Position::default());
    let mut places = vec![(timeline.position(), timeline.world())];
    for _ in 0..60 {
        assert!(timeline.forward(Size::Note));
        places.push((timeline.position(), timeline.world()));
    }
    for (position, world) in places.iter().rev().skip(1) {
        assert!(timeline.back(Size::Note));
        assert_eq!((timeline.position(), timeline.world()), (*position, world.clone()));
    }
    assert!(!timeline.back(Size::Note), "nothing is before the start");
}

#[test]
fn quiet_moves_stop_where_only_time_goes_on() {
    let mut timeline = Timeline::new(world(Ending::Succeed));
    timeline.act(create(json!({})));
    let mut stops = Vec::new();
    while timeline.forward(Size::Quiet) {
        stops.push(timeline.position().step);
        let next = timeline.world().next_action();
        assert!(next.is_none_or(|action| matches!(action, Action::PassTime { .. })));
    }
    let mut back = Vec::new();
    while timeline.back(Size::Quiet) {
        back.push(timeline.position().step);
    }
    back.reverse();
    assert_eq!(back[1..], stops[..stops.len() - 1]);
}

#[test]
fn acting_in_the_past_starts_a_branch_and_the_old_one_stays() {
    let mut timeline = played(Ending::Succeed);
    let (end, before) = (timeline.end(), timeline.steps().to_vec());
    timeline.seek(Position { step: 4, note: u32::MAX });
    timeline.act(Action::RestartController);
    assert_eq!((timeline.current_branch(), timeline.end().step), (1, 5));
    assert_eq!(timeline.branches()[1].parent, Some(0));
    assert_eq!(timeline.branches()[1].forked_at, 4);
    assert!(timeline.switch_to(0));
    assert_eq!((timeline.end(), timeline.steps()), (end, &before[..]));
    assert!(!timeline.switch_to(7), "there is no such branch");
}

#[test]
fn doing_in_the_past_what_was_done_there_starts_no_branch() {
    let mut timeline = played(Ending::Succeed);
    let next = timeline.steps()[4].action.clone();
    timeline.seek(Position { step: 4, note: u32::MAX });
    timeline.act(next);
    assert_eq!((timeline.current_branch(), timeline.position().step), (0, 5));
}

/// Names as on the page: a trace does not say that they are numbered.
fn played_with_usual_names() -> Timeline {
    let mut timeline = Timeline::new(World::new(WorldOptions::new(Profile::v1_33())));
    timeline.act(create(json!({"completions": 2})));
    while timeline.forward(Size::Sync) {}
    timeline
}

#[test]
fn an_exported_trace_opens_at_the_same_place() {
    let mut timeline = played_with_usual_names();
    timeline.seek(Position { step: 7, note: 2 });
    let text = written::text(&timeline.export());
    let opened =
        Timeline::import(&serde_json::from_str(&text).expect("its own text")).expect("its own trace");
    assert_eq!(opened.position(), timeline.position());
    assert_eq!(opened.world(), timeline.world());
    assert_eq!(opened.steps(), timeline.steps());
}

#[test]
fn an_exported_trace_has_every_branch() {
    let mut timeline = played_with_usual_names();
    timeline.seek(Position { step: 4, note: u32::MAX });
    timeline.act(Action::PassTime { ms: 500 });
    timeline.forward(Size::Sync);
    let own = timeline.end().step - 4;
    timeline.seek(Position { step: 2, note: 1 });
    timeline.fork();
    timeline.switch_to(1);
    timeline.seek(Position { step: 5, note: 1 });
    let trace = serde_json::to_value(timeline.export()).expect("plain data");
    assert_eq!(trace["branches"][1]["parent"], 0);
    assert_eq!(trace["branches"][1]["forkedAt"], 4);
    assert_eq!(trace["branches"][1]["actions"].as_array().expect("a list").len() as u32, own);
    let mut opened = Timeline::import(&trace).expect("its own trace");
    assert_eq!(opened.branches(), timeline.branches());
    assert_eq!((opened.current_branch(), opened.position()), (1, timeline.position()));
    for branch in 0..3 {
        opened.switch_to(branch);
        timeline.switch_to(branch);
        assert!(opened.steps() == timeline.steps(), "branch {branch}");
    }
}

#[test]
fn a_trace_of_the_format_of_one_branch_opens() {
    let timeline = played_with_usual_names();
    let trace = serde_json::to_value(timeline.export()).expect("plain data");
    let old = json!({
        "jobscope": 1, "profile": trace["profile"], "plan": trace["plan"],
        "actions": trace["branches"][0]["actions"], "position": {"step": 3, "note": 1},
    });
    let opened = Timeline::import(&old).expect("an old trace");
    assert_eq!(opened.position(), Position { step: 3, note: 1 });
    assert_eq!(opened.end(), timeline.end());
}

#[test]
fn a_trace_with_branches_that_do_not_fit_is_refused_with_their_place() {
    let refusal = |branches: serde_json::Value, branch: u32| {
        let trace = json!({"jobscope": 2, "profile": "1.33", "branches": branches, "branch": branch});
        Timeline::import(&trace).map(|_| ()).expect_err("no trace").path().to_owned()
    };
    let first = json!({"actions": [{"action": "passTime", "ms": 1}]});
    assert_eq!(refusal(json!([{"parent": 0, "actions": []}]), 0), "branches[0].parent");
    assert_eq!(refusal(json!([first, {"actions": []}]), 0), "branches[1].parent");
    assert_eq!(refusal(json!([first, {"parent": 1, "actions": []}]), 0), "branches[1].parent");
    assert_eq!(
        refusal(json!([first, {"parent": 0, "forkedAt": 2, "actions": []}]), 0),
        "branches[1].forkedAt"
    );
    assert_eq!(refusal(json!([first]), 1), "branch");
    let mixed = |trace| Timeline::import(&trace).map(|_| ()).expect_err("no trace").path().to_owned();
    assert_eq!(mixed(json!({"jobscope": 2, "profile": "1.33", "actions": first["actions"]})), "actions");
    assert_eq!(mixed(json!({"jobscope": 1, "profile": "1.33", "branches": [first]})), "branches");
    assert_eq!(refusal(json!([{"actions": [{"action": "fly"}]}]), 0), "branches[0].actions[0].action");
}

#[test]
fn a_trace_that_is_none_is_refused_with_the_reason() {
    let refusal =
        |trace: serde_json::Value| Timeline::import(&trace).map(|_| ()).expect_err("no trace").to_string();
    assert_eq!(
        refusal(json!({"jobscope": 99, "profile": "1.33", "actions": []})),
        "the trace has format 99; this Jobscope reads formats 1 and 2"
    );
    assert_eq!(
        refusal(json!({"jobscope": 1, "profile": "0.1", "actions": []})),
        "the trace is of profile \"0.1\", which this Jobscope does not have"
    );
    assert!(
        refusal(json!({"jobscope": 1, "profile": "1.33", "actions": [{"action": "fly"}]})).contains("fly")
    );
    assert!(refusal(json!([1, 2])).starts_with("this is not a Jobscope trace"));
}

#[test]
fn a_finished_world_has_nothing_left_to_do_by_itself() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({})));
    play_out(&mut world);
    assert_eq!(world.next_action(), None);
    assert!(world.cluster().pods().all(|pod| pod.metadata.finalizers.is_empty()));
}
