import { expect, it } from 'vitest'
import { createField, userBind } from '../../../test/kit/field-fixture.ts'
import { createEmptyDependencies } from '../model/dependencies.ts'
import type { Bind } from '../model/field.ts'
import { collectDependencies } from './collect-dependencies.ts'
import { collectDescribeNeeds } from './describe-needs.ts'

const id = (n: number) => n as never

it('collects the users of all sources once', () => {
  const bind: Bind = {
    kind: 'users',
    sources: [
      { kind: 'administrators' },
      { kind: 'submitters' },
      { kind: 'group', groupId: id(205) },
      { kind: 'group', groupId: id(2) },
    ],
    defaults: [],
  }
  const fields = [
    createField('sb', { bind: userBind }),
    createField('tbl', { bind: { kind: 'users', sources: [{ kind: 'group', groupId: id(206) }], defaults: [] } }),
    createField('msb', { bind, trackerId: id(32) }),
    createField('tbl', { id: id(501), bind: { kind: 'static', isAlphabetical: false, values: [] } }),
    createField('luby', { trackerId: id(33) }),
    createField('string'),
  ]
  expect(collectDescribeNeeds(fields)).toStrictEqual({
    groups: new Set([3, 206, 4, 205]),
    submittersOf: new Set([32]),
    modifiersOf: new Set([33]),
    openValuesOf: new Set([501]),
    users: new Set([104]),
  })
})

it('collects references to users, files, artifacts and new values', () => {
  const fields = [
    createField('sb', { id: id(1), bind: userBind }),
    createField('tbl', { id: id(2), bind: userBind }),
    createField('file', { id: id(3) }),
    createField('art_link', { id: id(4) }),
    createField('date', { id: id(5) }),
  ]
  const into = createEmptyDependencies()
  collectDependencies(fields, { 1: [103], 2: ['b104', 'o12'], 3: [88], 4: [{ id: 750, type: '' }], 5: null }, into)
  expect(into).toStrictEqual({
    users: new Set([103, 104]),
    files: new Set([88]),
    artifacts: new Set([750]),
    openValues: new Set([12]),
  })
})
