import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../../../src/fields/registry/registry.ts'
import {
  dateTypes,
  effortTypes,
  listTypes,
  numberTypes,
  textTypes,
  titleTypes,
  userListTypes,
} from '../../../../src/trackers/semantics/field-types.ts'
import { accepts } from './accepted-fields.ts'

describe('the page of semantics', () => {
  it.each([
    ['title', titleTypes, 'static'],
    ['text', textTypes, 'static'],
    ['list', listTypes, 'static'],
    ['users', userListTypes, 'users'],
    ['day', dateTypes, 'static'],
    ['number', numberTypes, 'static'],
    ['effort', effortTypes, 'static'],
  ] as const)('offers the fields that the API accepts: %s', (part, types, bind) => {
    const bindings = { type: bind, list: [] } as never
    const offered = Object.values(fieldTypes).filter(({ type }) => accepts[part]({ type, bindings }))
    expect(offered.map(({ type }) => type).sort()).toEqual([...types].sort())
  })

  it('offers no list of other values', () => {
    const lists = listTypes.flatMap((type) => [
      accepts.list({ type, bindings: { type: 'users', list: [] } as never }),
      accepts.users({ type, bindings: { type: 'static', list: [] } as never }),
    ])
    expect(new Set(lists)).toEqual(new Set([false]))
  })
})
