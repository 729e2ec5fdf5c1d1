/** Modules that are made when the page is built; see `data.ts`. */

declare module 'virtual:scenarios' {
  const entries: import('./scenario.js').ScenarioEntry[];
  export default entries;
}

declare module 'virtual:scenario/*' {
  const scenario: import('./scenario.js').Scenario;
  export default scenario;
}
