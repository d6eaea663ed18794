import type { Static } from 'typebox'
import type { ProjectId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { formatGroupRestId } from '../../site/model/groups.ts'
import type { PostAction, Transition } from '../model/tracker.ts'

const closed = { additionalProperties: false }

export const TransitionRepresentation = Type.Object(
  {
    id: Type.Integer(),
    /** null: a new artifact */
    from_id: Type.Union([Type.Integer(), Type.Null()]),
    to_id: Type.Integer(),
    authorized_user_group_ids: Type.Array(Type.String()),
    not_empty_field_ids: Type.Array(Type.Integer()),
    is_comment_required: Type.Boolean(),
  },
  { ...closed, title: 'Transition' },
)
export type TransitionRepresentation = Static<typeof TransitionRepresentation>

/** docs/api/trackers.md §4.10. */
export const representTransition = (transition: Transition, projectId: ProjectId): TransitionRepresentation => ({
  id: transition.id,
  from_id: transition.from,
  to_id: transition.to,
  authorized_user_group_ids: transition.groups.map((group) => formatGroupRestId(group, projectId)),
  not_empty_field_ids: [...transition.notEmptyFields],
  is_comment_required: transition.isCommentRequired,
})

export const ActionRepresentation = Type.Union([
  Type.Object({ id: Type.Integer(), type: Type.Literal('run_job'), job_url: Type.String() }, closed),
  Type.Object(
    {
      id: Type.Integer(),
      type: Type.Literal('set_field_value'),
      field_id: Type.Integer(),
      field_type: Type.Union([Type.Literal('date'), Type.Literal('int'), Type.Literal('float')]),
      value: Type.Union([Type.Number(), Type.Literal('current'), Type.Literal(''), Type.Null()]),
    },
    closed,
  ),
  Type.Object(
    { id: Type.Integer(), type: Type.Literal('frozen_fields'), field_ids: Type.Array(Type.Integer()) },
    closed,
  ),
  Type.Object(
    { id: Type.Integer(), type: Type.Literal('hidden_fieldsets'), fieldset_ids: Type.Array(Type.Integer()) },
    closed,
  ),
  Type.Object({ id: Type.Integer(), type: Type.String() }, closed),
])
export type ActionRepresentation = Static<typeof ActionRepresentation>

const kindOrder: readonly PostAction['kind'][] = [
  'set_date',
  'set_int',
  'set_float',
  'run_job',
  'frozen_fields',
  'hidden_fieldsets',
  'other',
]

/** docs/api/trackers.md §4.11: dates, integers, floats, jobs, then the rest. */
export const representActions = (actions: readonly PostAction[]): ActionRepresentation[] =>
  actions.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)).map(representAction)

const fieldTypes = { set_date: 'date', set_int: 'int', set_float: 'float' } as const

function representAction(action: PostAction): ActionRepresentation {
  const { id } = action
  switch (action.kind) {
    case 'run_job':
      return { id, type: 'run_job', job_url: action.jobUrl }
    case 'set_date':
    case 'set_int':
    case 'set_float': {
      const value = action.value === 'clear' ? '' : action.value
      return { id, type: 'set_field_value', field_id: action.field, field_type: fieldTypes[action.kind], value }
    }
    case 'frozen_fields':
      return { id, type: 'frozen_fields', field_ids: [...action.fields] }
    case 'hidden_fieldsets':
      return { id, type: 'hidden_fieldsets', fieldset_ids: [...action.fieldsets] }
    case 'other':
      return { id, type: action.name }
    default:
      return action satisfies never
  }
}
