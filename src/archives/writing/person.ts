import type { ArchiveUserReference } from '../../fields/archive-write-context.ts'
import { element, type Markup, text } from '../../kit/xml/write.ts'

/** A reference to someone (docs/api/archive-format.md §1.2); an address is of somebody who did not sign in. */
export const writePerson = (tag: string, { format, name }: ArchiveUserReference): Markup =>
  element(tag, { format, is_anonymous: format === 'email' ? '1' : undefined }, text(name))
