import type { CrossReference } from '../contexts/present-context.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { ignoreInput } from '../input/read-only-input.ts'
import { filterByMention } from '../search/mentions.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    cross: true
  }
}

/** Mentions of and by an artifact (docs/api/field-values.md §14). */
export const cross: FieldType = {
  type: 'cross',
  ...systemField,
  holds: 'mentions',
  structure: { properties: {} },
  input: ignoreInput,
  search: { filter: filterByMention },
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
