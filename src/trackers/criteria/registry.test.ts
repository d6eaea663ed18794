import { describe, expect, it } from 'vitest'
import type { Field } from '../../fields/model/field.ts'
import { criterionEntries, describeCriterion, mapCriterion } from './registry.ts'

const project = 101 as never
const textField = { name: 'title', bind: null } as Field
const listField = { name: 'status', bind: { kind: 'static', values: [{ id: 5 }] } } as unknown as Field

/** Reads a value as the first kind that accepts it. */
const parse = (value: unknown, field: Field): unknown =>
  criterionEntries.flatMap(([name, { api }]) => {
    const content = api.parse(value, field, project)
    return content === undefined ? [] : [{ [name]: content }]
  })[0]

describe('the kinds of criteria', () => {
  it('accept texts for texts, and ids of values for lists', () => {
    expect(parse('crash', textField)).toEqual({ text: 'crash' })
    expect(parse(7, textField)).toEqual({ text: '7' })
    expect(parse(['crash'], textField)).toBeUndefined()
    expect(parse(['5', 100], listField)).toEqual({ values: [5, 100] })
    expect(parse(5, listField)).toEqual({ values: [5] })
    expect(parse('open', listField)).toBeUndefined()
    expect(() => parse(6, listField)).toThrow("The value 6 doesn't exist for the list field 'status'.")
  })
  it('get other references, and restrict nothing without a value', () => {
    expect(mapCriterion({ values: ['V1', null] }, (key) => (key === null ? 100 : 5))).toEqual({ values: [5, 100] })
    expect(mapCriterion({ text: 'V1' }, () => 5)).toEqual({ text: 'V1' })
    expect(mapCriterion({}, () => 5)).toEqual({})
    const filters = [{ text: '' }, { values: [5] }, { values: [] }, {}].map((criterion) =>
      describeCriterion(criterion, (type, content) => type.toFilterValue(content)),
    )
    expect(filters).toEqual([[''], [[5]], [undefined], []])
  })
})
