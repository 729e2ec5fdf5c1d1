/** Panels of what is owed and counted, which load when they are asked for. */

import '../panels/accounting-panel.js';
import '../panels/expectations-panel.js';
import '../panels/own-writes-panel.js';
