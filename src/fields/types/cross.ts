import { Type } from '../../kit/values/schema.ts'
import type { CrossReference } from '../contexts/present-context.ts'
import { defineEntry, defineObject, type EntryOf, oneOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { ignoreInput } from '../input/read-only-input.ts'
import { filterByCrossReference } from '../search/cross-references.ts'

const MentionSchema = defineObject('CrossReference', {
  ref: Type.String(),
  url: Type.String(),
  direction: oneOf('in', 'out', 'both'),
})

const MentionEntry = defineEntry('CrossReferenceValue', { value: Type.Array(MentionSchema) })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    cross: EntryOf<'cross', typeof MentionEntry>
  }
}

/** References of and to an artifact: mentions and links (docs/api/field-values.md §14). */
export const cross: FieldType = {
  type: 'cross',
  entry: MentionEntry,
  ...systemField,
  holds: 'mentions',
  structure: { properties: {} },
  input: ignoreInput,
  search: { filter: filterByCrossReference },
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type: 'cross',
    label,
    value: sortByDirection(artifact.crossReferences).map((reference) => ({
      ref: `${reference.keyword} #${reference.id}`,
      url: `${viewer.origin}/goto?key=${reference.keyword}&val=${reference.id}&group_id=${reference.projectId}`,
      direction: reference.direction,
    })),
  }),
}

const directionOrder = ['out', 'in', 'both'] as const

const sortByDirection = (references: readonly CrossReference[]): CrossReference[] =>
  directionOrder.flatMap((direction) => references.filter((reference) => reference.direction === direction))
