import type { Field, StoredLink, StoredValues } from '../../fields/field.ts'

/** Links of an artifact to others, in their order; a tracker has one link field at most. */
export function forwardLinks(values: StoredValues, fields: readonly Field[]): readonly StoredLink[] {
  const field = fields.find(({ type, isUsed }) => type === 'art_link' && isUsed)
  // fields/field.ts: StoredLink[], absent when there never was one.
  return field === undefined ? [] : ((values[field.id] ?? []) as readonly StoredLink[])
}
