import type { PersonReference } from '../../fields/archive-writing.ts'
import { element, type Markup, text } from '../../kit/xml/write.ts'

/** A reference to someone (docs/api/archive-format.md §1.2); an address is of somebody who did not sign in. */
export const writePerson = (tag: string, { format, name }: PersonReference): Markup =>
  element(tag, { format, is_anonymous: format === 'email' ? '1' : undefined }, text(name))
