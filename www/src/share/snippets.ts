/** A run as text for other places: a link in Markdown, the element, a frame. */

import type { Shared } from '../link.js';
import { placeText } from '../position.js';

/** The address of the page without what comes behind it. */
export function pageAddress(): string {
  return location.origin + location.pathname;
}

export function markdown(title: string, address: string): string {
  return `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`;
}

/** The element with the scenario, or else with the manifest. */
export function element({ run, scenario, settings }: Shared, page: string): string {
  const script = `<script type="module" src="${new URL('element/job-scope.js', page)}"></script>`;
  const { profile, lang } = settings;
  if (scenario) {
    const { name, position } = scenario;
    const step = position && placeText(position);
    return `${script}\n<job-scope${attributes({ scenario: name, step, profile, lang })}></job-scope>`;
  }
  const given = attributes({ profile: run.profile, lang });
  // A script would end there, or later than it should.
  const inside = /<[/!]/.test(run.text)
    ? `  <pre>\n${escaped(run.text)}\n  </pre>`
    : `  <script type="application/yaml">\n${run.text}\n  </script>`;
  return `${script}\n<job-scope${given}>\n${inside}\n</job-scope>`;
}

export function frame(title: string, fragment: string, page: string): string {
  const src = `${new URL('embed.html', page)}#${fragment}`;
  return `<iframe${attributes({ src, title, width: '100%', height: '640', loading: 'lazy' })}></iframe>`;
}

function attributes(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(value ?? '')}"`)
    .join('');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
