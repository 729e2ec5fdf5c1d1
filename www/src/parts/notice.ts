/** A line across the page that tells what has happened to the run, or what went wrong. */

import { css } from 'lit';

export const noticeStyles = css`
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    padding: 8px var(--pad);
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
  }
  .notice.wrong {
    border-bottom-color: var(--failed);
    background: var(--mistake-tint);
  }
  .notice p {
    overflow-wrap: anywhere;
  }
  .notice strong {
    color: var(--failed);
  }
`;
