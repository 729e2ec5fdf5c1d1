//! What may be done to a pod of several containers.

use jobscope::api::PodPhase;
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::Ending;
use jobscope::world::{Action, World};
use serde_json::json;

use crate::fixture::{create, play, status, world};

fn running(containers: &[&str]) -> World {
    let containers: Vec<_> = containers.iter().map(|name| json!({"name": name, "image": "perl"})).collect();
    let mut world = world(Ending::Hang);
    let Action::CreateJob { mut job } = create(json!({})) else { unreachable!("it creates") };
    std::sync::Arc::make_mut(&mut job)["spec"]["template"]["spec"]["containers"] = json!(containers);
    world.apply(&Action::CreateJob { job });
    play(&mut world, |_| false);
    world
}

fn exits(world: &World) -> Vec<Action> {
    let pod = world.cluster().pods().next().expect("a pod");
    let is_exit = |action: &Action| matches!(action, Action::Pod { act: PodAct::ExitContainer { .. }, .. });
    world.pod_actions(pod).into_iter().filter(is_exit).collect()
}

#[test]
fn a_container_may_exit_beside_others_that_keep_the_pod_running() {
    let mut world = running(&["work", "proxy"]);
    let [exit] = exits(&world).try_into().expect("one container may exit");
    assert!(matches!(&exit, Action::Pod { act: PodAct::ExitContainer { container, exit_code: 0 }, .. }
        if &**container == "work"));
    world.apply(&exit);
    play(&mut world, |_| false);
    assert_eq!(world.cluster().pods().next().expect("a pod").status.phase, PodPhase::Running);
    assert_eq!((status(&world).active, status(&world).succeeded), (1, 0));
    assert_eq!(exits(&world), [], "the last container ends the pod");
}

#[test]
fn the_only_container_does_not_exit_alone() {
    assert_eq!(exits(&running(&["work"])), []);
}
