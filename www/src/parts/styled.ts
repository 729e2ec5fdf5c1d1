/** Styles that a number decides: set by the object model, which a policy without inline styles allows. */

import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

class Styled extends Directive {
  override render(_styles: Readonly<Record<string, string>>): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [styles]: Parameters<this['render']>): typeof noChange {
    for (const [name, value] of Object.entries(styles)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

export const styled = directive(Styled);
