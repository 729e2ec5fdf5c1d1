/** Panels of the manifest, which load when it is to be edited. */

import '../panels/answer-panel.js';
import '../panels/spec-panel.js';
