/** A bar across the page: a title, then buttons. */

import { css } from 'lit';

export const barStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-height: 36px;
    padding: 5px var(--pad);
    border-top: 1px solid var(--line);
    background: var(--bar);
  }
  .bar h2 {
    flex: none;
    min-width: 160px;
    white-space: nowrap;
    margin: 0;
    color: var(--muted);
    font-size: var(--text);
    font-weight: 400;
    letter-spacing: 0;
    line-height: 24px;
    text-transform: none;
  }
  .bar .grow {
    flex: 1 1 auto;
  }
  @media (max-width: 1099px) {
    .bar h2 {
      min-width: 0;
    }
  }
  @media (max-width: 719px) {
    .bar h2 {
      width: 100%;
      line-height: 20px;
    }
  }
`;
