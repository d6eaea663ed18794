import type { FieldType } from '../field-type.ts'
import { ignoringValues } from '../not-writable.ts'
import type { CrossReference } from '../presenting.ts'
import { filterByMention } from '../searching/mentions.ts'
import { systemField } from '../traits.ts'

/** What mentions an artifact and what it mentions (docs/api/field-values.md §14). */
export const cross: FieldType = {
  type: 'cross',
  ...systemField,
  structure: { properties: {} },
  writing: ignoringValues,
  searching: { filter: filterByMention },
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type: 'cross',
    label,
    value: inDirection(artifact.crossReferences).map((reference) => ({
      ref: `${reference.keyword} #${reference.id}`,
      url: `${viewer.origin}/goto?key=${reference.keyword}&val=${reference.id}&group_id=${reference.projectId}`,
      direction: reference.direction,
    })),
  }),
}

const order = ['out', 'in', 'both'] as const

const inDirection = (references: readonly CrossReference[]): CrossReference[] =>
  order.flatMap((direction) => references.filter((reference) => reference.direction === direction))
