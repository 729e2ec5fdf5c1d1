//! A recorded trace as it stands in its file, and what it says about the world that it ran in.

use std::collections::BTreeMap;

use jobscope::api::plain::FromPlain;
use jobscope::cluster::{ClusterOptions, StatusChecks, StoresUnchanged};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::OutcomePlan;
use jobscope::time::Time;
use jobscope::world::WorldOptions;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// A value of the crate, read as the crate reads it.
pub fn plain<'de, D: Deserializer<'de>, T: FromPlain>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    T::from_plain(&value).map_err(D::Error::custom)
}

/// One recorded run. `expect` stays as it was recorded: what is compared is all of it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Trace {
    pub name: String,
    #[serde(default, rename = "description")]
    _description: String,
    pub kubernetes_version: String,
    pub feature_gates: BTreeMap<String, bool>,
    #[serde(deserialize_with = "plain")]
    pub start_time: Time,
    pub api_status_validation: bool,
    /// The main Job, as the API server stored it.
    pub job: Value,
    pub steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub r#do: Map<String, Value>,
    pub expect: Value,
}

/// How the recorded API server counted revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisions {
    /// From 1, for each object by itself.
    OfEachObject,
    /// From 2, for all objects together, as Jobscope does.
    OfTheStore,
}

/// How a recorded version is replayed.
pub struct Version {
    recorded: &'static str,
    pub profile: &'static str,
    pub revisions: Revisions,
    /// What the recorded API server stored although it changed nothing.
    stores_unchanged: StoresUnchanged,
    /// The errors of orphan pods are taken from a log, which says this before them.
    pub orphan_error_prefix: &'static str,
}

const VERSIONS: &[Version] = &[
    Version {
        recorded: "v1.27.16",
        profile: "1.27",
        revisions: Revisions::OfEachObject,
        stores_unchanged: StoresUnchanged::UpdatesAndReleases,
        orphan_error_prefix: "Error syncing orphan pod: ",
    },
    Version {
        recorded: "v1.33.12",
        profile: "1.33",
        revisions: Revisions::OfEachObject,
        stores_unchanged: StoresUnchanged::Updates,
        orphan_error_prefix: "",
    },
    Version {
        recorded: "v1.36.2",
        profile: "1.36.2",
        revisions: Revisions::OfTheStore,
        stores_unchanged: StoresUnchanged::Updates,
        orphan_error_prefix: "",
    },
    Version {
        recorded: "v1.36.3",
        profile: "1.36.3",
        revisions: Revisions::OfTheStore,
        stores_unchanged: StoresUnchanged::Updates,
        orphan_error_prefix: "",
    },
];

impl Trace {
    pub fn title(&self) -> String {
        format!("{} ({})", self.name, self.kubernetes_version)
    }

    /// The world as it was before the first step.
    pub fn world_options(&self) -> Result<WorldOptions, String> {
        let version = self.version()?;
        let profile = Profile::named(version.profile);
        let profile = profile.ok_or_else(|| format!("there is no profile {}", version.profile))?;
        let profile = profile.with_gates(&self.feature_gates).map_err(|error| error.to_string())?;
        let cluster = ClusterOptions {
            numbered: true,
            stores_unchanged: version.stores_unchanged,
            validates_specs: false,
            validates_status: if self.api_status_validation {
                StatusChecks::Ready
            } else {
                StatusChecks::Nothing
            },
            ..profile.cluster_options()
        };
        Ok(WorldOptions { start: self.start_time, profile, cluster, plan: OutcomePlan::default() })
    }

    pub fn version(&self) -> Result<&'static Version, String> {
        let version = VERSIONS.iter().find(|version| version.recorded == self.kubernetes_version);
        version.ok_or_else(|| {
            format!("{} is not among the versions that can be replayed", self.kubernetes_version)
        })
    }
}
