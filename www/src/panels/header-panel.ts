/** The head of the page: what Jobscope is, which version it follows, the language, the theme, the help. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Theme } from '../command.js';
import { languages, type Language } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { glyph } from '../parts/shapes.js';

const following: Record<Theme, Theme> = { auto: 'dark', dark: 'light', light: 'auto' };

@customElement('jobscope-header')
export class HeaderPanel extends Panel {
  static override styles = Panel.withParts(css`
    header {
      display: flex;
      flex-wrap: wrap;
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
      flex: 1 1 24rem;
      color: var(--muted);
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
      text-overflow: ellipsis;
      field-sizing: content;
    }
    .badge option {
      background: var(--bar);
    }
    .tools {
      display: flex;
      flex-wrap: wrap;
      min-width: 0;
      align-items: center;
      gap: 8px;
    }
    .tools button {
      display: inline-flex;
      align-items: center;
      gap: 6px;
    }
    @media (max-width: 1099px) {
      p {
        order: 3;
        flex-basis: 100%;
        font-size: var(--small);
      }
      h1 {
        flex: 1;
      }
    }
    @media (max-width: 619px) {
      .tools {
        display: contents;
      }
      .badge {
        order: 2;
        width: 100%;
      }
    }
  `);

  @property() profile = '';
  @property({ attribute: false }) profiles: readonly { name: string; recorded: number }[] = [];
  @property() theme: Theme = 'auto';

  protected override render() {
    const t = this.page.header;
    return html`
      <header>
        <h1>Jobscope</h1>
        <p>${t.what}</p>
        <div class="tools">
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
                html`<option value=${name} .selected=${live(name === this.profile)}>${t.profile(name, recorded)}</option>`,
            )}
          </select>
          <select
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
            data-testid="theme"
            title=${t.themeTitle}
            @click=${() => this.send({ do: 'theme', theme: following[this.theme] })}
          >
            ${glyph('theme')} ${t.theme[this.theme]}
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
