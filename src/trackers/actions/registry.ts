import type { PostActionKind } from '../model/definition.ts'
import { frozenFields } from './frozen-fields.ts'
import { hiddenFieldsets } from './hidden-fieldsets.ts'
import { other } from './other.ts'
import type { PostActionType } from './post-action-type.ts'
import { runJob } from './run-job.ts'
import { setDate } from './set-date.ts'
import { setFloat } from './set-float.ts'
import { setInt } from './set-int.ts'

/** Every action, in the order of the API (docs/api/trackers.md §4.11); a new one is a file of this directory and a line here. */
const postActions: { readonly [Kind in PostActionKind]: PostActionType<Kind> } = {
  set_date: setDate,
  set_int: setInt,
  set_float: setFloat,
  run_job: runJob,
  frozen_fields: frozenFields,
  hidden_fieldsets: hiddenFieldsets,
  other,
}

export const postActionTypes = Object.values(postActions) as unknown as readonly PostActionType[]
export const postActionKinds = Object.keys(postActions) as readonly PostActionKind[]

export const getPostActionType = (kind: PostActionKind): PostActionType =>
  postActions[kind] as unknown as PostActionType
