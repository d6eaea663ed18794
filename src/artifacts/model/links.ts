import type { Field, StoredLink, StoredValues } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'

/** Links of an artifact to others, in their order; a tracker has one link field at most. */
export function getForwardLinks(values: StoredValues, fields: readonly Field[]): readonly StoredLink[] {
  const field = fields.find((each) => holdsLinks(each) && each.isUsed)
  return field === undefined ? [] : getLinks(values, field)
}

// fields/model/field.ts: StoredLink[], absent when there never was one.
export const getLinks = (values: StoredValues, { id }: Field): readonly StoredLink[] =>
  (values[id] ?? []) as readonly StoredLink[]

/** The type of links that lead from a parent to its children (docs/api/archive-format.md §2.1). */
export const childType = '_is_child'

/** Children of an artifact, in the order of its links. */
export const findChildren = (values: StoredValues, fields: readonly Field[]): ArtifactId[] =>
  // The targets of links are artifacts.
  getForwardLinks(values, fields).flatMap(({ id, type }) => (type === childType ? [id as ArtifactId] : []))
