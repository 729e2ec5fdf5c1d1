/** How dialogs look. */

import { css } from 'lit';

export const dialogStyles = css`
  dialog {
    max-height: calc(100dvh - 24px);
    padding: 20px 24px 24px;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--page);
    color: var(--ink);
    overflow: auto;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .head {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 8px;
  }
  h2.title {
    margin: 0;
    color: var(--ink);
    font-size: 17px;
    letter-spacing: 0;
    line-height: 24px;
    text-transform: none;
  }
  @media (max-width: 719px) {
    dialog {
      padding: 16px;
    }
  }
`;
