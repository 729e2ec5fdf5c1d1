/** `<job-scope>`: keeps its place on somebody's page, and loads everything else once it comes near the viewport or is used. */

import type { Position, Size } from '../../pkg/jobscope.js';
import type { Live } from './live.js';
import type { Trace } from './open.js';

/** Properties that are texts of attributes. `step` is a method, so what the attribute says is called `start`. */
const reflected = {
  link: 'link',
  scenario: 'scenario',
  start: 'step',
  view: 'view',
  theme: 'theme',
  profile: 'profile',
  loading: 'loading',
  page: 'page',
} as const;

export type Attribute = (typeof reflected)[keyof typeof reflected] | 'lang' | 'readonly' | 'trace';

/** How far below and above of what is seen counts as near. */
const NEAR = '400px 0px';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host{display:block}
:host([hidden]){display:none}
div{display:flow-root;min-height:var(--jobscope-min-height,560px)}
p{all:initial;display:block;padding:12px 16px;border:1px solid #b3261e;border-radius:6px;color:inherit;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
`);

/** Each is the text of its attribute. */
export interface JobScope extends Record<keyof typeof reflected, string> {}

export class JobScope extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [...Object.values(reflected), 'lang', 'readonly'];

  readonly #place = document.createElement('div');
  readonly #nearby = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.#wake();
  }, { rootMargin: NEAR });
  #loading: Promise<Live> | undefined;
  #live: Live | undefined;
  #spec: string | undefined;
  #trace: Trace | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#place);
  }

  connectedCallback(): void {
    // What was set before the element was defined would hide the setters.
    for (const name of ['spec', 'trace', 'readonly', ...Object.keys(reflected)]) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    if (this.getAttribute('loading') === 'eager') this.#wake();
    else this.#nearby.observe(this);
  }

  disconnectedCallback(): void {
    this.#nearby.disconnect();
    // Not if it has only been moved.
    queueMicrotask(() => this.isConnected || this.#live?.rest());
  }

  attributeChangedCallback(name: Attribute, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'loading' && after === 'eager' && this.isConnected) this.#wake();
    this.#live?.change(name);
  }

  /** The manifest, instead of a scenario or of a script inside. */
  get spec(): string | undefined {
    return this.#spec;
  }

  set spec(spec: string | undefined) {
    this.#spec = spec ?? undefined;
    this.#live?.change('scenario');
  }

  /** A recorded run, as data or as the text of its file, instead of a manifest. */
  get trace(): Trace | undefined {
    return this.#trace;
  }

  set trace(trace: Trace | undefined) {
    this.#trace = trace ?? undefined;
    this.#live?.change('scenario');
  }

  get readonly(): boolean {
    return this.hasAttribute('readonly');
  }

  set readonly(readonly: boolean) {
    this.toggleAttribute('readonly', Boolean(readonly));
  }

  /** Where the run stands; nothing before it has loaded. */
  get position(): Position | undefined {
    return this.#live?.position;
  }

  async step(size?: Size): Promise<void> {
    await (await this.#start()).do((size) => ({ do: 'forward', size }), size);
  }

  async back(size?: Size): Promise<void> {
    await (await this.#start()).do((size) => ({ do: 'back', size }), size);
  }

  async seek(position: Position | string): Promise<void> {
    await (await this.#start()).seek(position);
  }

  /** A link to the full page with this run in it. */
  async share(): Promise<string> {
    return (await this.#start()).share();
  }

  /** Begins again as the attributes say. */
  async reset(): Promise<void> {
    await (await this.#start()).reset();
  }

  /** Starts it where nobody waits for it: what fails is told in its place. */
  #wake(): void {
    this.#start().catch(() => undefined);
  }

  async #start(): Promise<Live> {
    this.#nearby.disconnect();
    this.#loading ??= this.#load();
    const live = await this.#loading;
    await live.show();
    return live;
  }

  async #load(): Promise<Live> {
    try {
      const { Live } = await import('./live.js');
      return (this.#live = new Live(this, this.#place, (problem) => this.#fail(problem)));
    } catch (problem) {
      this.#loading = undefined;
      this.#fail(String(problem));
      throw problem;
    }
  }

  /** Without the rest there are no words of the reader's language either. */
  #fail(message: string): void {
    const place = document.createElement('p');
    place.setAttribute('role', 'alert');
    place.setAttribute('part', 'error');
    place.textContent = `Jobscope could not be loaded. ${message}`;
    this.#place.querySelector('[role=alert]')?.remove();
    this.#place.append(place);
    this.dispatchEvent(new CustomEvent('jobscope-error', { bubbles: true, composed: true, detail: { message } }));
  }
}

for (const [property, attribute] of Object.entries(reflected)) {
  Object.defineProperty(JobScope.prototype, property, {
    configurable: true,
    enumerable: true,
    get(this: JobScope): string {
      return this.getAttribute(attribute) ?? '';
    },
    set(this: JobScope, value: unknown) {
      if (value === undefined || value === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value));
    },
  });
}

// Two copies of the script on one page are one element.
customElements.get('job-scope') ?? customElements.define('job-scope', JobScope);
