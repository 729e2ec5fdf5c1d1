/** The head of the page: what Jobscope is, which version it follows, the language, the theme, the help. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Theme } from '../command.js';
import { languages, type Language } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { glyph } from '../parts/shapes.js';

const middle = matchMedia('(min-width: 720px)');
const following: Record<Theme, Theme> = { auto: 'dark', dark: 'light', light: 'auto' };

@customElement('jobscope-header')
export class HeaderPanel extends Panel {
  static override styles = Panel.withParts(css`
    header {
      display: flex;
      align-items: center;
      gap: 4px 12px;
      min-height: 48px;
      padding: 8px var(--pad);
      border-bottom: 1px solid var(--line);
      background: var(--bar);
    }
    h1 {
      margin: 0;
      font-size: 17px;
      font-weight: 700;
      letter-spacing: -0.01em;
      line-height: 24px;
    }
    p {
      flex: 1;
      color: var(--muted);
      font-size: var(--small);
      line-height: 16px;
    }
    .badge {
      min-width: 0;
      max-width: 100%;
      height: 26px;
      padding: 0 8px;
      border: 1px solid var(--edge);
      border-radius: 13px;
      background: none;
      color: var(--muted);
      font: inherit;
      font-size: var(--small);
      field-sizing: content;
    }
    .badge option {
      background: var(--bar);
    }
    .tools {
      display: flex;
      min-width: 0;
      align-items: center;
      gap: 8px;
    }
    .tools > :not(.badge) {
      flex: none;
    }
    .tools button {
      display: inline-flex;
      align-items: center;
      gap: 6px;
    }
    @media (max-width: 1279px) {
      .theme span {
        display: none;
      }
      .tools {
        gap: 6px;
      }
    }
    @media (min-width: 1100px) {
      p {
        min-width: 344px;
        text-wrap: balance;
      }
    }
    @media (max-width: 1099px) {
      header {
        flex-wrap: wrap;
      }
      p {
        flex-basis: 100%;
        order: 3;
      }
      .tools {
        flex: 1 1 0;
        justify-content: flex-end;
      }
    }
    @media (max-width: 719px) {
      h1 {
        flex: 1;
      }
      .tools {
        display: contents;
      }
      header {
        gap: 6px 8px;
      }
      .language {
        order: 1;
      }
      .badge {
        flex: 1 1 150px;
        order: 2;
        text-overflow: ellipsis;
      }
    }
    @media (max-width: 359px) {
      header {
        column-gap: 6px;
      }
      .tools button {
        min-width: 26px;
        justify-content: center;
        padding: 1px 6px;
      }
    }
  `);

  @property() profile = '';
  @property({ attribute: false }) profiles: readonly { name: string; recorded: number }[] = [];
  @property() theme: Theme = 'auto';

  protected override render() {
    const t = this.page.header;
    const told = middle.matches ? t.profile : t.profileShort;
    return html`
      <header>
        <h1>Jobscope</h1>
        <p>${t.what}</p>
        <div class="tools">
          <button
            data-testid="scenarios"
            aria-haspopup="dialog"
            title=${this.page.scenarios.openTitle}
            @click=${() => this.send({ do: 'dialog', dialog: 'scenarios' })}
          >
            ${this.page.scenarios.open}
          </button>
          <button
            data-testid="share"
            aria-haspopup="dialog"
            title=${this.page.share.openTitle}
            @click=${() => this.send({ do: 'dialog', dialog: 'share' })}
          >
            ${this.page.share.open}
          </button>
          <select
            class="badge"
            data-testid="profile"
            aria-label=${t.profileLabel}
            title=${t.profileTitle}
            @change=${(event: Event) =>
              this.send({ do: 'profile', name: (event.target as HTMLSelectElement).value })}
          >
            ${this.profiles.map(
              ({ name, recorded }) =>
                html`<option value=${name} .selected=${live(name === this.profile)}>${told(name, recorded)}</option>`,
            )}
          </select>
          <select
            class="language"
            data-testid="language"
            aria-label=${t.language}
            title=${t.language}
            @change=${(event: Event) =>
              this.send({ do: 'language', language: (event.target as HTMLSelectElement).value as Language })}
          >
            ${Object.entries(languages).map(
              ([language, { name }]) => html`<option
                value=${language}
                lang=${language}
                .selected=${live(language === this.words.language)}
              >
                ${name}
              </option>`,
            )}
          </select>
          <button
            class="theme"
            data-testid="theme"
            aria-label="${t.themeTitle}${this.page.marks.colon}${t.theme[this.theme]}"
            title=${t.themeTitle}
            @click=${() => this.send({ do: 'theme', theme: following[this.theme] })}
          >
            ${glyph('theme')}<span>${t.theme[this.theme]}</span>
          </button>
          <button
            data-testid="help"
            aria-label=${t.help}
            title=${t.help}
            @click=${() => this.send({ do: 'help', open: true })}
          >
            ?
          </button>
        </div>
      </header>
    `;
  }
}
