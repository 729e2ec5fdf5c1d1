/** A bar across the page: a title, then buttons. In a column its title is one like those of the panels there. */

import { css } from 'lit';

export const barStyles = css`
  .bar {
    position: relative;
    padding: 12px var(--pad);
    border-top: 1px solid var(--line);
  }
  @media (min-width: 1100px) {
    .bar {
      display: flex;
      align-items: start;
      gap: 12px;
      min-height: 36px;
      padding: 5px var(--pad);
      background: var(--bar);
    }
    .bar h2 {
      flex: none;
      min-width: 160px;
      margin: 0;
      font-size: var(--text);
      font-weight: 400;
      letter-spacing: 0;
      line-height: 24px;
      text-transform: none;
      white-space: nowrap;
    }
    .bar .grow {
      flex: 1;
    }
  }
`;
