/** What leads from an element to the full page: a link with its whole run. It loads when it is asked for. */

import { writeLink } from '../link.js';
import type { Session } from '../session.js';
import { sharedOf } from '../share/shared.js';

export { runOf } from '../share/shared.js';

/** The page that stands beside the folder of the element. */
const beside = new URL(/* @vite-ignore */ '../', import.meta.url).href;

export async function linkTo(session: Session, language: string, page: string): Promise<string> {
  const fragment = await writeLink(await sharedOf({ session, view: {}, words: { language } }, true));
  return `${new URL(page || beside, document.baseURI).href}#${fragment}`;
}
