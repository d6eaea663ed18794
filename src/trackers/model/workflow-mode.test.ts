import { describe, expect, it } from 'vitest'
import type { BindValueId, FieldId, TransitionId, UserGroupId } from '../../kit/values/ids.ts'
import type { Transition } from './tracker.ts'
import { withoutSimpleActions, withSharedConditions } from './workflow-mode.ts'

const transition = (id: number, from: number | null, to: number, parts: Partial<Transition> = {}): Transition => ({
  id: id as TransitionId,
  from: from as BindValueId | null,
  to: to as BindValueId,
  groups: [],
  notEmptyFields: [],
  isCommentRequired: false,
  actions: [],
  ...parts,
})
const frozen = { id: 1, kind: 'frozen_fields', fields: [7 as FieldId] } as const
const hidden = { id: 2, kind: 'hidden_fieldsets', fieldsets: [8 as FieldId] } as const
const job = { id: 3, kind: 'run_job', jobUrl: 'https://ci.example/build' } as const

describe('changing the mode of a workflow', () => {
  it('to advanced drops the actions that only the simple mode has', () => {
    const [changed] = withoutSimpleActions([transition(1, null, 101, { actions: [frozen, job, hidden] })])
    expect(changed?.actions).toEqual([job])
  })
  it('to simple copies the first transition from another state to all transitions to a state', () => {
    const first = {
      groups: [3 as UserGroupId],
      notEmptyFields: [7 as FieldId],
      isCommentRequired: true,
      actions: [job],
    }
    const other = { groups: [4 as UserGroupId], actions: [frozen] }
    const changed = withSharedConditions([
      transition(1, null, 101, other),
      transition(2, 102, 101, first),
      transition(3, 103, 101, other),
      transition(4, 101, 102, other),
      transition(5, null, 103, other),
    ])
    expect(changed).toEqual([
      // A new artifact has nothing to comment on.
      transition(1, null, 101, { ...first, isCommentRequired: false }),
      transition(2, 102, 101, first),
      transition(3, 103, 101, first),
      transition(4, 101, 102, other),
      transition(5, null, 103, other),
    ])
    expect(withSharedConditions(changed)).toEqual(changed)
  })
})
