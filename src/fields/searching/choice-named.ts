import { NO_VALUE, type ProjectId } from '../../kit/ids.ts'
import { groupValueCalled } from '../binds/ugroups.ts'
import type { Field } from '../field.ts'

/**
 * The value of a list that a filter names: by its own id or, where groups are chosen, by that of its group, `118_3`, `3`,
 * `105` (docs/api/compatibility.md §1). undefined: it is no id; one that is may still be of no value.
 */
export function choiceNamed(sent: unknown, { bind }: Pick<Field, 'bind'>, project: ProjectId): number | undefined {
  const said = typeof sent === 'string' ? sent.trim() : Number.isInteger(sent) ? `${sent}` : ''
  const group = bind?.kind === 'ugroups' && said !== `${NO_VALUE}` ? groupValueCalled(said, bind, project) : undefined
  if (group !== undefined) return group.id
  return idIn(sent)
}

/** No value and no user has this id. */
export const noId = Number.MAX_SAFE_INTEGER

/**
 * The id that an integer or its digits mean, however large it is: one that nothing can have is an unknown id like
 * another.
 */
export function idIn(sent: unknown): number | undefined {
  if (typeof sent === 'string' ? !/^\d+$/.test(sent.trim()) : !Number.isInteger(sent)) return undefined
  const id = Number(sent)
  return Number.isSafeInteger(id) ? id : noId
}
