/** The page for a frame in another page: one element, set by the address; its height is told to the page around. */

import './styles/frame-page.css';

// The page around is somebody else's: its language is not known here, the reader's is.
document.documentElement.lang = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en';

const element = document.createElement('job-scope');
element.setAttribute('loading', 'eager');
/** What may be set by the address, each under the name of its attribute. */
const settable = ['link', 'scenario', 'step', 'view', 'theme', 'lang', 'profile', 'readonly'];

/** `?view=board#s=backoff-limit/7.2&theme=dark`: settings may stand before or behind the `#`, where they outweigh. */
function set(): void {
  const [head = '', ...rest] = location.hash.slice(1).split('&');
  const isLink = /^(s=|j\d+:)/.test(head);
  const behind = (isLink ? rest : [head, ...rest]).join('&');
  const asked = new Map([location.search, behind].flatMap((part) => [...new URLSearchParams(part)]));
  if (isLink) asked.set('link', head);
  for (const name of settable) {
    const value = asked.get(name);
    if (value === undefined || (name === 'readonly' && value === 'false')) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

set();
void import('./element/job-scope.js');
addEventListener('hashchange', set);
document.body.append(element);
new ResizeObserver(() => {
  const { height } = element.getBoundingClientRect();
  // What the height is tells nothing: any page around may know.
  if (height > 0) parent.postMessage({ type: 'jobscope-height', height: Math.ceil(height) }, '*');
}).observe(element);
