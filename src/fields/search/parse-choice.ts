import { NO_VALUE, type ProjectId } from '../../kit/values/ids.ts'
import { findGroupValue } from '../binds/ugroups.ts'
import type { Field } from '../model/field.ts'

/**
 * The value of a list that a filter names: by its own id or, where groups are chosen, by that of its group, `118_3`, `3`,
 * `105` (docs/api/compatibility.md §1). undefined: it is no id; one that is may still be of no value.
 */
export function parseChoice(input: unknown, { bind }: Pick<Field, 'bind'>, project: ProjectId): number | undefined {
  const text = typeof input === 'string' ? input.trim() : Number.isInteger(input) ? `${input}` : ''
  const group = bind?.kind === 'ugroups' && text !== `${NO_VALUE}` ? findGroupValue(text, bind, project) : undefined
  if (group !== undefined) return group.id
  return parseFilterId(input)
}

/** No value and no user has this id. */
export const unmatchableId = Number.MAX_SAFE_INTEGER

/**
 * The id that an integer or its digits mean, however large it is: one that nothing can have is an unknown id like
 * another.
 */
export function parseFilterId(input: unknown): number | undefined {
  if (typeof input === 'string' ? !/^\d+$/.test(input.trim()) : !Number.isInteger(input)) return undefined
  const id = Number(input)
  return Number.isSafeInteger(id) ? id : unmatchableId
}
