/** Modules that are made when the page is built; see `data.ts`. */

declare module 'virtual:scenarios' {
  const entries: import('./scenario.js').ScenarioEntry[];
  export default entries;
}

declare module 'virtual:scenario-files' {
  const files: Readonly<Record<string, () => Promise<import('./scenario.js').Scenario>>>;
  export default files;
}

declare module 'virtual:scenario/*' {
  const scenario: import('./scenario.js').Scenario;
  export default scenario;
}
