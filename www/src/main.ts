/** Boot: load the module and the words, open the first run, and show it; then the choices that concern the whole page. */

import './styles/tokens.css';
import './styles/page.css';
import type { CommandEvent, Theme } from './command.js';
import { languages, pick, type Language, type Words } from './i18n/index.js';
import { keep, kept } from './kept.js';
import { firstScenario } from './scenario.js';
import { Session } from './session.js';
import { Shell } from './shell.js';

const root = document.documentElement;
const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const THEME_KEY = 'jobscope-theme';
const LANGUAGE_KEY = 'jobscope-language';

async function boot(): Promise<void> {
  const language = kept(LANGUAGE_KEY, Object.keys(languages) as Language[]) ?? pick(navigator.languages);
  // The words load beside the module, which takes longer.
  const loading = languages[language].load();
  loading.then(greet, () => undefined);
  try {
    const session = await Session.open(await firstScenario(), loading.then(({ ui }) => ui.page.yaml));
    const shell = new Shell();
    shell.words = await loading;
    shell.theme = kept(THEME_KEY, themes) ?? 'auto';
    paint(shell.theme);
    shell.session = session;
    shell.addEventListener('command', (event: CommandEvent) => choose(event, shell));
    document.body.replaceChildren(shell);
    await shell.updateComplete;
    root.dataset['ready'] = 'true';
  } catch (problem) {
    const words = await loading.catch(() => undefined);
    const { failed = 'Jobscope could not start.', advice = '' } = words?.ui.page.loading ?? {};
    const message = problem instanceof Error ? problem.message : String(problem);
    const place = document.querySelector('[data-loading]');
    if (place) {
      place.setAttribute('role', 'alert');
      place.textContent = `${failed} ${message} ${advice}`;
    }
    root.dataset['ready'] = 'failed';
  }
}

/** What stands on the page until the module is there. */
function greet({ language, ui }: Words): void {
  root.lang = language;
  const { what, text } = ui.page.loading;
  document.querySelector('[data-what]')?.replaceChildren(what);
  document.querySelector('[data-loading]:not([role])')?.replaceChildren(text);
}

function choose({ detail }: CommandEvent, shell: Shell): void {
  if (detail.do === 'theme') {
    shell.theme = detail.theme;
    paint(detail.theme);
    keep(THEME_KEY, detail.theme);
  }
  if (detail.do === 'language') void speak(detail.language, shell);
}

function paint(theme: Theme): void {
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** The language that was asked for last, while its words are on their way. */
let asked: Language | undefined;

async function speak(language: Language, shell: Shell): Promise<void> {
  asked = language;
  try {
    const words = await languages[language].load();
    if (asked !== language) return;
    root.lang = words.language;
    shell.words = words;
    shell.session.speak(words.ui.page.yaml);
    keep(LANGUAGE_KEY, language);
  } catch {
    // Without its words the page stays as it is, and the control says so again.
    shell.requestUpdate();
  }
}

await boot();
