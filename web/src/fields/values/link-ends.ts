import type { ValueEntry } from '../../data/trackers.ts'
import type { EntryOf } from '../field-type.ts'

/** The links of an artifact in both directions. */
export type LinkEnds = Pick<EntryOf<'art_link'>, 'links' | 'reverse_links'>

/** Returns the links that a value has; null: it is no value of a link field, or has none. */
export function getLinkEnds(entry: ValueEntry | null | undefined): LinkEnds | null {
  if (entry?.type !== 'art_link') return null
  return entry.links.length + entry.reverse_links.length > 0 ? entry : null
}
