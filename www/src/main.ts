/** Boot: load the module and the words, open the first run, and show it; then the choices that concern the whole page. */

import './styles/tokens.css';
import './styles/page.css';
import type { CommandEvent, Theme } from './command.js';
import { languages, pick, type Language, type Words } from './i18n/index.js';
import { keep, kept } from './kept.js';
import { keepForOffline } from './offline.js';
import { firstScenario } from './scenario.js';
import { Session } from './session.js';
import { Shell } from './shell.js';

const root = document.documentElement;
const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const THEME_KEY = 'jobscope-theme';
const LANGUAGE_KEY = 'jobscope-language';

/** After so long, whoever waits is told that it takes long. */
const SLOW_MS = 8_000;

/** Until there are words of a language. */
let loadingWords: Words['ui']['page']['loading'] = {
  what: '',
  text: '',
  failed: 'Jobscope could not start.',
  advice: 'Check the connection, then reload.',
  missing: 'Jobscope needs a browser with WebAssembly.',
  slow: 'Still loading: the connection is slow or blocked.',
  reload: 'Reload',
};

const loadVisits = () => import('./visits.js');

async function boot(): Promise<void> {
  const own = kept(LANGUAGE_KEY, Object.keys(languages) as Language[]) ?? pick(navigator.languages);
  let loading: Promise<Words> | undefined;
  try {
    const linked = location.hash.length > 1 ? await loadVisits().then(({ first }) => first(location.hash)) : undefined;
    // The words load beside the module, which takes longer.
    loading = languages[linked?.language ?? own].load();
    loading.then(greet, () => undefined);
    const words = loading.then(({ ui }) => ui.page.yaml);
    const opened = linked ? await linked.open(words) : { session: await Session.open(await firstScenario(), words) };
    const shell = new Shell();
    shell.words = await loading;
    shell.theme = kept(THEME_KEY, themes) ?? 'auto';
    paint(shell.theme);
    shell.session = opened.session;
    const visits = async () => (await loadVisits()).visitsOf(shell);
    shell.addEventListener('command', (event: CommandEvent) => choose(event, shell));
    addEventListener('hashchange', async () => (await visits()).follow(location.hash));
    document.body.replaceChildren(shell);
    if ('arrival' in opened) (await visits()).arrived(opened.arrival);
    await shell.updateComplete;
    root.dataset['ready'] = 'true';
    keepForOffline();
  } catch (problem) {
    await loading?.catch(() => undefined);
    const { failed, advice, missing } = loadingWords;
    const message = problem instanceof Error ? problem.message : String(problem);
    const place = document.querySelector('[data-loading]');
    place?.setAttribute('role', 'alert');
    place?.replaceChildren(
      made('strong', failed),
      made('span', 'WebAssembly' in window ? advice : missing),
      made('code', message),
      reload(),
    );
    root.dataset['ready'] = 'failed';
  }
}

/** What stands on the page until the module is there. */
function greet({ language, ui }: Words): void {
  root.lang = language;
  loadingWords = ui.page.loading;
  document.querySelector('[data-what]')?.replaceChildren(loadingWords.what);
  wait();
}

function wait(): void {
  const isSlow = performance.now() >= SLOW_MS;
  const said = isSlow ? [made('span', loadingWords.slow), reload()] : [loadingWords.text];
  document.querySelector('[data-loading]:not([role])')?.replaceChildren(...said);
}

function reload(): HTMLElement {
  const button = made('button', loadingWords.reload);
  button.addEventListener('click', () => location.reload());
  return button;
}

function made(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function choose({ detail }: CommandEvent, shell: Shell): void {
  if (detail.do === 'theme') {
    shell.theme = detail.theme;
    paint(detail.theme);
    keep(THEME_KEY, detail.theme);
  }
  if (detail.do === 'language') void speak(detail.language, shell, detail.once);
}

function paint(theme: Theme): void {
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** The language that was asked for last, while its words are on their way. */
let asked: Language | undefined;

async function speak(language: Language, shell: Shell, once = false): Promise<void> {
  asked = language;
  try {
    const words = await languages[language].load();
    if (asked !== language) return;
    root.lang = words.language;
    shell.words = words;
    shell.session.speak(words.ui.page.yaml);
    if (!once) keep(LANGUAGE_KEY, language);
  } catch {
    // Without its words the page stays as it is, and the control says so again.
    shell.requestUpdate();
  }
}

setTimeout(wait, SLOW_MS);
await boot();
