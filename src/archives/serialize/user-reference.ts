import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import { buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'

/** Writes a user reference (docs/api/archive-format.md §1.2); email addresses are of anonymous authors. */
export const writeUserReference = (tag: string, { format, name }: ArchiveUserReference): Markup =>
  buildElement(tag, { format, is_anonymous: format === 'email' ? '1' : undefined }, escapeText(name))
