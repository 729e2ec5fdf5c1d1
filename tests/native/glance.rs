//! Pods at a glance: the byte of each pod says what its row says.

use jobscope::api::{Kind, PodPhase};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::timeline::{Size, Timeline};
use jobscope::view::{PodAccounting, PodFace, PodRow, pod_page, pod_states};
use jobscope::world::{Action, World, WorldOptions};
use serde_json::json;

use crate::fixture::create;

fn state(face: &PodFace) -> u8 {
    match face.phase {
        PodPhase::Succeeded => 3,
        PodPhase::Failed => 4,
        _ if face.deleting => 5,
        PodPhase::Pending => 0,
        PodPhase::Running => 1 + u8::from(face.ready),
        PodPhase::Unknown => 6,
    }
}

fn expected(row: &PodRow) -> u8 {
    let stored = row.stored.as_ref().map_or(7, state);
    let revision = |face: &Option<PodFace>| face.as_ref().map(|face| face.revision);
    let differs = revision(&row.stored) != revision(&row.cached);
    // What is announced is not counted either.
    let waits = row.stored.as_ref().is_some_and(|face| face.finalizer && matches!(stored, 3 | 4));
    assert!(row.accounting != PodAccounting::Finished || waits || row.stored.is_none());
    stored + 8 * u8::from(row.changed) + 16 * u8::from(differs) + 32 * u8::from(waits)
}

#[test]
fn the_byte_of_each_pod_says_what_its_row_says_at_every_note() {
    let mut options = WorldOptions::new(Profile::v1_36_3());
    options.plan = OutcomePlan::always(Ending::Fail { exit_code: 1 });
    let mut timeline = Timeline::new(World::new(options));
    timeline.act(create(json!({"parallelism": 4, "completions": 9, "backoffLimit": 3})));
    let mut seen = [false; 8];
    for step in 0..400 {
        if step == 20 {
            timeline.act(Action::HoldWatch { kind: Kind::Pod, held: true });
        }
        if step == 60 {
            timeline.act(Action::HoldWatch { kind: Kind::Pod, held: false });
        }
        let pods = pod_page(&timeline, 0, usize::MAX).rows;
        let states = pod_states(&timeline);
        assert_eq!(states, pods.iter().map(expected).collect::<Vec<_>>(), "at {:?}", timeline.position());
        states.iter().for_each(|state| seen[usize::from(state & 7)] = true);
        timeline.forward(Size::Note);
    }
    assert!(seen[0] && seen[2] && seen[4], "{seen:?}");
}
