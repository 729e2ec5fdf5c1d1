/** What the attributes of an element ask for, and which of them cannot be understood. */

import { languages, pick, type Language } from '../i18n/index.js';
import { positionOf } from '../position.js';
import type { Attribute } from './job-scope.js';

export const views = ['all', 'board', 'why'] as const;
export type View = (typeof views)[number];

const allowed = {
  view: views,
  theme: ['auto', 'light', 'dark'],
  loading: ['lazy', 'eager'],
} as const;

/** An attribute with a value that it does not take. */
export interface Wrong {
  attribute: Attribute;
  value: string;
  /** Empty where a sentence says it. */
  allowed: readonly string[];
}

export function viewOf(host: Element): View {
  return views.find((view) => view === host.getAttribute('view')) ?? 'all';
}

/** The language of the element, of what is around it, or of the reader. */
export function languageOf(host: Element): Language {
  const tag = host.closest('[lang]')?.getAttribute('lang');
  return pick(tag ? [tag] : navigator.languages);
}

/** Others, such as `javascript:`, are no addresses of a page. */
function isPage(address: string): boolean {
  return URL.canParse(address, document.baseURI) && /^https?:$/.test(new URL(address, document.baseURI).protocol);
}

/** The first attribute with a value that it does not take. Names of scenarios and versions are looked up later. */
export function wrongOf(host: Element): Wrong | undefined {
  for (const [attribute, values] of Object.entries(allowed) as [keyof typeof allowed, readonly string[]][]) {
    const value = host.getAttribute(attribute) ?? '';
    if (value !== '' && !values.includes(value)) return { attribute, value, allowed: values };
  }
  const lang = host.getAttribute('lang') ?? '';
  if (lang !== '' && pick([lang]) === 'en' && !/^en\b/i.test(lang)) {
    return { attribute: 'lang', value: lang, allowed: Object.keys(languages) };
  }
  const page = host.getAttribute('page') ?? '';
  if (page !== '' && !isPage(page)) return { attribute: 'page', value: page, allowed: ['https://…'] };
  const step = host.getAttribute('step') ?? '';
  return step !== '' && !positionOf(step) ? { attribute: 'step', value: step, allowed: ['7', '7.2'] } : undefined;
}
