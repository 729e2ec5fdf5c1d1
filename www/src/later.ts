/** Panels that the first step does without: they load once it is on the screen, those that are hidden last. */

import './panels/accounting-panel.js';
import './panels/answer-panel.js';
import './panels/branches-panel.js';
import './panels/change-panel.js';
import './panels/changes-panel.js';
import './panels/expectations-panel.js';
import './panels/faults-panel.js';
import './panels/next-panel.js';
import './panels/notes-panel.js';
import './panels/own-writes-panel.js';
import './panels/spec-panel.js';
import './panels/walk-panel.js';
import './panels/whynot-panel.js';

void import('./panels/status-panel.js');
void import('./panels/events-panel.js');
void import('./panels/outcomes-panel.js');
void import('./panels/help-panel.js');
