import type { TSchema } from 'typebox'
import { isContainer } from '../../fields/registry/capabilities.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../model/tracker.ts'

const element = <T extends TSchema>(content: T) =>
  Type.Object({ id: Type.Integer(), content }, { additionalProperties: false })
const holding = <T extends TSchema>(inside: T) => element(Type.Union([Type.Array(inside), Type.Null()]))

export interface StructureElement {
  readonly id: number
  readonly content: readonly StructureElement[] | null
}

/** Field set, column, field: deeper trees come only from old archives and are not described. */
export const StructureElement = Type.Unsafe<StructureElement>(holding(holding(holding(Type.Unknown()))))

/** docs/api/trackers.md §3.6: the tree of used elements, by rank, the same for all callers. */
export function buildStructure(tracker: Tracker): StructureElement[] {
  const children = Map.groupBy(
    tracker.fields.filter(({ isUsed }) => isUsed),
    ({ parentId }) => parentId,
  )
  const inside = (parent: FieldId | null): StructureElement[] =>
    (children.get(parent) ?? []).map(({ id, type }) => ({ id, content: isContainer(type) ? inside(id) : null }))
  return inside(null)
}
