/** Boot: load the module and the words, open the first run, and show it. */

import './styles/tokens.css';
import './styles/page.css';
import type { CommandEvent, Theme } from './command.js';
import { languages, pick } from './i18n/index.js';
import opening from './opening.yaml?raw';
import { Session } from './session.js';
import { Shell } from './shell.js';

const root = document.documentElement;
const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const THEME_KEY = 'jobscope-theme';

async function boot(): Promise<void> {
  // The words load beside the module, which takes longer.
  const loading = languages[pick(navigator.languages)].load();
  try {
    const session = await Session.open(opening.trimEnd(), loading.then(({ ui }) => ui.page.yaml));
    const shell = new Shell();
    shell.words = await loading;
    root.lang = shell.words.language;
    shell.theme = storedTheme();
    shell.session = session;
    shell.addEventListener('command', (event: CommandEvent) => {
      if (event.detail.do !== 'theme') return;
      shell.theme = event.detail.theme;
      setTheme(event.detail.theme);
    });
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

/** Storage may be forbidden, as in a sandboxed frame; the theme is then that of the system. */
function storedTheme(): Theme {
  try {
    const stored = themes.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? 'auto';
    setTheme(stored, false);
    return stored;
  } catch {
    return 'auto';
  }
}

function setTheme(theme: Theme, keep = true): void {
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  if (!keep) return;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // It holds for this visit.
  }
}

await boot();
