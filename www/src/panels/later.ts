/** The panels that the first screen does without: they load once it stands. */

import './events-panel.js';
import './help-panel.js';
import './outcomes-panel.js';
import './status-panel.js';
