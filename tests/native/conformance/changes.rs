//! Every change of a world is recorded: applied to the world before an action, the changes give the world after it.

use jobscope::cluster::Cluster;
use jobscope::cluster::fault::Faults;
use jobscope::world::World;

use super::actions;
use super::recorded::Trace;

/// What the kubelet keeps in mind, armed faults and the outcome plan are no such changes.
pub fn check(trace: &Trace) -> Result<(), String> {
    let mut world = World::new(trace.world_options()?);
    for (number, step) in trace.steps.iter().enumerate() {
        for action in actions::of(step, trace)? {
            let mut replayed = world.clone();
            let lines = world.apply(&action);
            lines.iter().flat_map(|line| &line.changes).for_each(|change| replayed.replay(change));
            for (part, same) in [
                ("clock", replayed.now() == world.now()),
                ("cluster", without_faults(&replayed) == without_faults(&world)),
                ("cache", replayed.cache() == world.cache()),
                ("controller", replayed.controller() == world.controller()),
            ] {
                if !same {
                    return Err(format!("step {number}: the changes of {action:?} lead to another {part}"));
                }
            }
        }
    }
    Ok(())
}

fn without_faults(world: &World) -> Cluster {
    let mut cluster = world.cluster().clone();
    *cluster.faults_mut() = Faults::default();
    cluster
}
