/** `<job-scope>`: a run of a Job, to be stepped through, on any page. Importing this module defines it. */

import type { JobStatus, Note, Position, Size, TraceFile } from "jobscope";

/** The element. Its text properties are the texts of the attributes; `start` is that of `step`. */
export interface JobScope extends HTMLElement {
    /** What stands behind the `#` of a link to a scenario or a run: `s=NAME/7.2`, `j1:…`. */
    link: string;
    /** Name of a scenario. */
    scenario: string;
    /** Where the run opens: `7.2` is the second note of step 7, `7` is after all of its notes. */
    start: string;
    /** `all`, `board` or `why`. */
    view: string;
    /** `auto`, `light` or `dark`. */
    theme: string;
    /** The version of Kubernetes, such as `1.36.3`. */
    profile: string;
    /** `lazy` or `eager`. */
    loading: string;
    /** Address of the full page, for the link to it. */
    page: string;
    /** Steps only: nothing can be changed. */
    readonly: boolean;
    /** A manifest in YAML or JSON, instead of a scenario or of a script inside. */
    spec: string | undefined;
    /** A recorded run, as data or as the text of its file, instead of all of these. */
    trace: TraceFile | string | undefined;
    /** Where the run stands; absent before it has loaded. */
    readonly position: Position | undefined;
    step(size?: Size): Promise<void>;
    back(size?: Size): Promise<void>;
    seek(position: Position | string): Promise<void>;
    /** A link to the full page with this run in it. */
    share(): Promise<string>;
    /** Begins again as the attributes say. */
    reset(): Promise<void>;
}

export interface JobScopeStep {
    position: Position;
    /** Why, in the language of the element. */
    sentence: string;
    /** Id of the note that the sentence is made from; absent at the start of a run. */
    note: Note["id"] | undefined;
}

export interface JobScopeChange {
    status: JobStatus | undefined;
    conditions: NonNullable<JobStatus["conditions"]>;
}

export interface JobScopeProblem {
    message: string;
    attribute?: string;
    /** A field of the manifest. */
    path?: string;
}

declare global {
    interface HTMLElementTagNameMap {
        "job-scope": JobScope;
    }

    interface HTMLElementEventMap {
        "jobscope-step": CustomEvent<JobScopeStep>;
        "jobscope-change": CustomEvent<JobScopeChange>;
        "jobscope-error": CustomEvent<JobScopeProblem>;
    }
}
