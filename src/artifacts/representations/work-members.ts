import { MinimalUserRepresentation } from '../../accounts/representations/user.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { findSummaryField } from '../model/summary-fields.ts'
import { findTimeframe } from '../model/timeframe.ts'
import type { RenderContext } from './render-context.ts'
import { StatusRepresentation } from './status.ts'
import { getAssignees, getStatus, listIdsOf } from './summary.ts'

/** Members that a list of work shows, in addition to those of each list. */
export const workMembers = {
  full_status: StatusRepresentation,
  is_open: Type.Boolean(),
  status_place: Type.Union([
    Type.Object(
      {
        index: Type.Integer({ description: 'From 0.' }),
        count: Type.Integer({ description: 'Number of values of the list that are open (or closed) as well.' }),
      },
      { title: 'StatusPlace', additionalProperties: false },
    ),
    Type.Null(),
  ]),
  due_date: Type.Union([Type.String({ description: 'End of its timeframe, if the caller can read it.' }), Type.Null()]),
  assignees: Type.Array(MinimalUserRepresentation),
}

export type WorkMemberName = keyof typeof workMembers
// Their order is that of the object above.
export const workMemberNames = Object.keys(workMembers) as readonly WorkMemberName[]

/** Parameter of lists that return some of them. */
export const includeWorkMembers = Type.String({
  description: `Additional members, separated by commas: ${workMemberNames.map((name) => `\`${name}\``).join(', ')}.`,
  default: '',
})

/** The same as optional members, for `include`. */
export const optionalWorkMembers = {
  full_status: Type.Optional(workMembers.full_status),
  is_open: Type.Optional(workMembers.is_open),
  status_place: Type.Optional(workMembers.status_place),
  due_date: Type.Optional(workMembers.due_date),
  assignees: Type.Optional(workMembers.assignees),
}

/** Returns all members of an artifact, of which a list takes some. */
export function representWorkMembers(shown: RenderContext) {
  const { full_status, is_open } = getStatus(shown)
  const { endsOn } = findTimeframe(shown.artifact.values, shown.visibleTracker)
  return {
    full_status,
    is_open,
    status_place: getStatusPlace(shown),
    due_date: endsOn === null ? null : formatIsoDate(endsOn, shown.presenting.viewer.timezone),
    assignees: getAssignees(shown),
  }
}

/** Returns only the members with these names. */
export function pickWorkMembers(shown: RenderContext, names: ReadonlySet<WorkMemberName>): object {
  if (names.size === 0) return {}
  const all = representWorkMembers(shown)
  return Object.fromEntries(workMemberNames.filter((name) => names.has(name)).map((name) => [name, all[name]]))
}

/** Returns the place of the status among the open values of its list, or among the others. */
function getStatusPlace({ artifact, visibleTracker }: RenderContext): { index: number; count: number } | null {
  const field = findSummaryField('status', visibleTracker)
  const semantic = visibleTracker.tracker.semantics.status
  if (field?.bind?.kind !== 'static' || semantic === undefined) return null
  const [value] = listIdsOf(artifact.values[field.id])
  if (value === undefined || value === NO_VALUE) return null
  const isOpen = (id: number): boolean => semantic.openValues.some((each) => each === id)
  const alike = field.bind.values.filter(
    ({ id, isHidden }) => id === value || (!isHidden && isOpen(id) === isOpen(value)),
  )
  const index = alike.findIndex(({ id }) => id === value)
  return index < 0 ? null : { index, count: alike.length }
}
