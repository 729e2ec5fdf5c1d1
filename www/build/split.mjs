/**
 * Splits the module after linking: what an undisturbed run of a plain Job needs, and the rest, which loads later into the
 * same memory and table.
 *
 *     node split.mjs LINKED BOUND WHOLE FIRST LATER
 *
 * LINKED is the compiler's module with its relocations, BOUND what wasm-bindgen made of it, with the same names, and
 * WHOLE that without relocations, for those who load one module. The later module imports everything it needs from the
 * first one. A function of it that the first one calls is called by its place in the table, which is empty, and so a
 * trap, until the later module is there.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import binaryen from 'binaryen';
import { readLinked, withoutRelocations } from './linked.mjs';

/** @typedef {import('./linked.mjs').Node} Node */

/**
 * Functions that load later, with all that only they need: by their path in this crate, `TYPE as TRAIT` for what reads a
 * type, `::` before the name of another crate. They must not be inlined where they are called.
 */
const LATER_FUNCTIONS = [
  'api::defaults::pod::image::tag',
  'api::defaults::pod::set_more_container_defaults',
  'api::defaults::pod::set_volumes_defaults',
  'api::document::Reader::error',
  'api::field::Errors::add',
  'api::job::JobStatus as FromPlain',
  'api::job::PodFailurePolicy as FromPlain',
  'api::job::SuccessPolicy as FromPlain',
  'api::meta::ObjectMeta::remove_owner',
  'api::quantity::Quantity::parse',
  'api::quantity::Quantity::round_up_to_milli',
  'api::quantity::Quantity::text',
  'api::request::ApiError::already_exists',
  'api::request::ApiError::conflict',
  'api::request::ApiError::invalid',
  'api::request::ApiError::not_found',
  'api::request::ApiError::stale',
  'api::schema::body::read_job',
  'api::strategy::checks::check_creation',
  'api::strategy::checks::check_update',
  'api::strategy::deduplicate',
  'api::tree::take_away',
  'api::validation::indexes::first_overlap',
  'api::validation::indexes::parse_interval',
  'api::validation::status_facts::Uncounted::printed',
  'cluster::fault::hit',
  'cluster::jobs::intervene',
  'cluster::resequence_since',
  'cluster::store::resequence',
  'controllers::job::claim::Claim::adopt',
  'controllers::job::claim::Claim::release',
  'controllers::job::claim::failed',
  'controllers::job::context::Context::count_indexes',
  'controllers::job::failure_policy::Match::message',
  'controllers::job::failure_policy::first_match',
  'controllers::job::indexes::Indexes::union',
  'controllers::job::manage::first_pending_indexes',
  'controllers::job::queues::told',
  'controllers::job::success_policy::first_match',
  'controllers::job::sync::live::sync_live',
  'controllers::job::sync::requests::Template::indexed_pod',
  'controllers::job::sync::requests::delete_uncounted_pods',
  'controllers::job::sync::requests::indexed_spec',
  'controllers::job::sync::set_suspension',
  'kubelet::report::report_more',
  'timeline::Timeline::fork',
  'wasm::read_action',
  'wasm::unknown_profile',
  'world::interventions::crash',
  'world::interventions::intervene',
  // A panic that comes before them is a trap without words.
  '::console_error_panic_hook::hook',
  '::core::fmt::Debug',
  '::core::panicking::panic_fmt',
  '::core::slice::index::slice_index_fail',
  '::core::str::slice_error_fail',
];
/** Methods of `Simulator` that load later, in the same way. */
const LATER_METHODS = [
  'applyManifest',
  'checkSpecs',
  'createJob',
  'fork',
  'fromTrace',
  'jobObject',
  'kubectl',
  'preview',
  'switchBranch',
  'tryApply',
  'tryCreate',
  'whyNot',
];

/** By which the later module imports from the first one. */
const IMPORTED_AS = 'first';
/** Fewer bytes between two pieces of data do not make two segments of them. */
const HOLE_MIN = 12;
const MEMORY = '0';
const NO_MAXIMUM = -1;

const [linkedFile = '', boundFile = '', wholeFile = '', firstFile = '', laterFile = ''] = process.argv.slice(2);
// The optimiser sorts by names.
binaryen.setDebugInfo(true);
const linked = readLinked(linkedFile);
const bound = withoutRelocations(readFileSync(boundFile));
const [first, later] = [binaryen.readBinary(bound), binaryen.readBinary(bound)];

const functions = functionsOf(first);
const table = tableOf(first);
const entries = entriesOf(first);

/** The linker's names of what wasm-bindgen names anew: what JavaScript may call. */
const exported = new Map([...linked.functions].map((node) => [node.replace(/_[0-9a-f]{16}$/, ''), node]));
/** Who refers to a function or to data. @type {Map<Node, Node[]>} */
const referrers = new Map();
for (const [from, nodes] of linked.refersTo) {
  for (const node of nodes) referrers.set(node, [...(referrers.get(node) ?? []), from]);
}
const wanted = wantedFirst();
const isLater = (/** @type {Node} */ name) => {
  const node = nodeOf(name);
  return node !== undefined && !wanted.has(node);
};

/** Where in the table the functions are that load later: those that stand there, then those that the first one calls. */
const slots = new Map([...entries].filter(([, name]) => isLater(name)).map(([slot, name]) => [name, slot]));
let tableSize = table.initial;
for (const { name } of functions) if (isCalled(name) && !slots.has(name)) slots.set(name, tableSize++);

callBySlot();
keepLaterFunctions();
splitData();
writeFileSync(wholeFile, bound);
write(first, firstFile);
write(later, laterFile);

/** Everything that is referred to from where JavaScript may start, except through what loads later. @returns {Set<Node>} */
function wantedFirst() {
  const marks = LATER_FUNCTIONS.map(markOf);
  marks.push(...LATER_METHODS.map((method) => new RegExp(`^simulator_${method}_`)));
  const missing = marks.filter((mark) => ![...linked.functions].some((name) => mark.test(name)));
  if (missing.length > 0) throw new Error(`the module has no function like ${missing.join(', ')}`);

  const open = functions.flatMap(({ name }) => nodeOf(name) ?? []).filter((node) => !referrers.has(node));
  /** @type {Set<Node>} */
  const found = new Set();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = node;
    if (found.has(name) || (linked.functions.has(name) && marks.some((mark) => mark.test(name)))) continue;
    found.add(name);
    open.push(...(linked.refersTo.get(name) ?? []));
  }
  return found;
}

/** What the mangled name of a function is like: parts of the path behind their lengths, with more between some. */
function markOf(/** @type {string} */ path) {
  const [type = '', trait] = path.split(' as ');
  if (trait) return new RegExp(`jobscope${type.replace(/^|::/g, '\\.\\.')}\\$u20\\$as\\$u20\\$.*\\.\\.${trait}\\$GT\\$`);
  const whole = path.startsWith('::') ? path.slice(2) : `jobscope::${path}`;
  const parts = whole.split('::').map((part) => part.length + part);
  return new RegExp(`${parts.slice(0, -1).join('')}.*${parts.at(-1)}`);
}

/** Whether the first module calls a later function. What nobody refers to is called by what wasm-bindgen added. */
function isCalled(/** @type {Node} */ name) {
  return isLater(name) && (referrers.get(nodeOf(name) ?? '')?.some((referrer) => wanted.has(referrer)) ?? true);
}

/** What the linker knew a function by; nothing for one that wasm-bindgen added. @returns {Node | undefined} */
function nodeOf(/** @type {string} */ name) {
  if (linked.functions.has(name)) return name;
  const numbered = name.replace(/_\d+$/, '');
  if (linked.functions.has(numbered)) return numbered;
  return exported.get(name);
}

function functionsOf(module) {
  const all = Array.from({ length: module.getNumFunctions() }, (_, index) =>
    binaryen.getFunctionInfo(module.getFunctionByIndex(index)),
  );
  if (new Set(all.map(({ name }) => name)).size < all.length) throw new Error('two functions have the same name');
  return all;
}

function segmentsOf(module) {
  return Array.from({ length: module.getNumElementSegments() }, (_, index) =>
    binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(index)),
  );
}

/** The table of functions that are called by place. */
function tableOf(module) {
  const [segment] = segmentsOf(module);
  return binaryen.getTableInfo(module.getTable(segment.table));
}

function entriesOf(module) {
  /** @type {Map<number, Node>} */
  const entries = new Map();
  for (const { offset, data } of segmentsOf(module)) {
    const { value: start } = binaryen.getExpressionInfo(offset);
    data.forEach((entry, index) => entries.set(start + index, entry));
  }
  return entries;
}

function setEntries(module, entries) {
  for (const { name } of segmentsOf(module)) module.removeElementSegment(name);
  /** @type {{ start: number, names: Node[] }[]} */
  const runs = [];
  for (const [slot, name] of [...entries].sort(([one], [other]) => one - other)) {
    const run = runs.at(-1);
    if (run && run.start + run.names.length === slot) run.names.push(name);
    else runs.push({ start: slot, names: [name] });
  }
  for (const { start, names } of runs) {
    module.addActiveElementSegment(table.name, `at ${start}`, names, module.i32.const(start));
  }
}

/** Leaves of the later functions those that the first module calls: each calls itself by its place in the table. */
function callBySlot() {
  setEntries(first, new Map([...entries].filter(([, name]) => !isLater(name))));
  resizeTable(first);
  for (const { name, params, results } of functions.filter(({ name }) => isLater(name))) {
    first.removeFunction(name);
    if (!isCalled(name)) continue;
    const operands = binaryen.expandType(params).map((type, index) => first.local.get(index, type));
    const slot = first.i32.const(slots.get(name));
    first.addFunction(name, params, results, [], first.call_indirect(table.name, slot, operands, params, results));
  }
}

function resizeTable(module) {
  module.removeTable(table.name);
  module.addTable(table.name, tableSize, tableSize);
}

/** Leaves the later functions, with everything else imported from the first module. */
function keepLaterFunctions() {
  const exports = Array.from({ length: later.getNumExports() }, (_, index) =>
    binaryen.getExportInfo(later.getExportByIndex(index)),
  );
  for (const { name } of exports) later.removeExport(name);
  setEntries(later, new Map([...slots].map(([name, slot]) => [slot, name])));
  const shared = functions.filter(({ name }) => !isLater(name)).sort((one, other) => (one.name < other.name ? -1 : 1));
  shared.forEach(({ name, params, results }, index) => {
    later.removeFunction(name);
    later.addFunctionImport(name, IMPORTED_AS, short(index), params, results);
  });
  const globals = Array.from({ length: later.getNumGlobals() }, (_, index) =>
    binaryen.getGlobalInfo(later.getGlobalByIndex(index)),
  );
  for (const { name, type, mutable } of globals) {
    later.removeGlobal(name);
    later.addGlobalImport(name, IMPORTED_AS, `g${name}`, type, mutable);
  }
  resizeTable(later);
  later.addTableImport(table.name, IMPORTED_AS, 'table');
  later.runPasses(['remove-unused-module-elements']);

  const used = new Set(functionsOf(later).map(({ name }) => name));
  shared.forEach(({ name }, index) => {
    if (used.has(name)) first.addFunctionExport(name, short(index));
  });
  for (let index = 0; index < later.getNumGlobals(); index++) {
    const { name } = binaryen.getGlobalInfo(later.getGlobalByIndex(index));
    first.addGlobalExport(name, `g${name}`);
  }
  first.addTableExport(table.name, 'table');
}

/** @param {number} index */
function short(index) {
  return `_${index.toString(36)}`;
}

/** Gives each module the data that only it refers to, where the data always was; what both refer to is the first one's. */
function splitData() {
  const memory = first.getMemoryInfo();
  const segments = Array.from({ length: first.getNumDataSegments() }, (_, index) =>
    first.getDataSegmentInfo(first.getDataSegmentByIndex(index)),
  );
  const start = Math.min(...segments.map(({ offset }) => offset));
  const image = new Uint8Array(Math.max(...segments.map(({ offset, data }) => offset + data.byteLength)) - start);
  for (const { offset, data } of segments) image.set(new Uint8Array(data), offset - start);

  // The later module's first: pieces may lie inside one another.
  const pieces = [...linked.data].sort(([one], [other]) => Number(wanted.has(one)) - Number(wanted.has(other)));
  const isFirsts = new Uint8Array(image.length);
  const isLaters = new Uint8Array(image.length);
  for (const [node, { address, size }] of pieces) {
    const [from, to] = [address - start, address - start + size];
    isFirsts.fill(Number(wanted.has(node)), from, to);
    isLaters.fill(Number(!wanted.has(node)), from, to);
  }
  const lost = image.findIndex((byte, at) => byte !== 0 && !isFirsts[at] && !isLaters[at]);
  if (lost >= 0) throw new Error(`the data at ${start + lost} belongs to no symbol`);
  const setData = (module, isOwn) => {
    const pages = [memory.initial, memory.max ?? NO_MAXIMUM];
    const owned = runs(isOwn, isFirsts).map(({ from, to }) => ({
      name: null,
      offset: module.i32.const(start + from),
      data: image.slice(from, to),
    }));
    module.setMemory(...pages, null, owned, memory.shared, memory.is64, MEMORY);
  };
  setData(first, isFirsts);
  setData(later, isLaters);
  later.addMemoryImport(MEMORY, IMPORTED_AS, 'memory', memory.shared);
}

/** Stretches of owned bytes. Short holes are bridged, but not over what the first module owns: that may have changed. */
function runs(isOwn, isFirsts) {
  const runs = [];
  isOwn.forEach((owned, at) => {
    if (!owned) return;
    const last = runs.at(-1);
    if (last && at - last.to < HOLE_MIN && (isOwn === isFirsts || !isFirsts.subarray(last.to, at).includes(1))) {
      last.to = at + 1;
    } else {
      runs.push({ from: at, to: at + 1 });
    }
  });
  return runs;
}

function write(module, file) {
  if (!module.validate()) throw new Error(`${file} would not be valid`);
  writeFileSync(file, module.emitBinary());
}
