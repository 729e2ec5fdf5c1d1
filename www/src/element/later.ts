/** Panels that load once the first step of the element is on the screen. */

import '../panels/branches-panel.js';
import '../panels/changes-panel.js';
import '../panels/notes-panel.js';
import '../panels/whynot-panel.js';
