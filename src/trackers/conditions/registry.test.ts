import { describe, expect, it } from 'vitest'
import { buildConditions, buildFlagColumns, conditionEntries, fitConditions, mapConditions } from './registry.ts'

const id = (n: number): never => n as never

describe('the conditions of a transition', () => {
  it('are checked and serialized in the order of the API', () => {
    expect(conditionEntries.map(([, { api }]) => api.name)).toEqual([
      'authorized_user_group_ids',
      'not_empty_field_ids',
      'is_comment_required',
    ])
  })
  it('get other references, without groups that are not included', () => {
    const conditions = { groups: [id(3), id(101)], notEmptyFields: ['a', 'b'], isCommentRequired: true }
    const map = {
      field: (key: string) => key.toUpperCase(),
      group: (group: number) => (group === 101 ? undefined : id(group + 1)),
    }
    expect(mapConditions(conditions, map)).toEqual({
      groups: [4],
      notEmptyFields: ['A', 'B'],
      isCommentRequired: true,
    })
  })
  it('require no comment of new artifacts', () => {
    const conditions = { groups: [id(3)], notEmptyFields: ['a'], isCommentRequired: true }
    expect(fitConditions(conditions, null)).toEqual({ ...conditions, isCommentRequired: false })
    expect(fitConditions(conditions, 'Open')).toEqual(conditions)
  })
  it('are for members only, unless a definition states others', () => {
    const initial = buildConditions<string>((condition) => condition.initial)
    expect(initial).toEqual({ groups: [3], notEmptyFields: [], isCommentRequired: false })
    expect(buildFlagColumns(initial)).toEqual({ is_comment_required: 0 })
    expect(buildFlagColumns({ ...initial, isCommentRequired: true })).toEqual({ is_comment_required: 1 })
  })
})
