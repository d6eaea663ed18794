import { describe, expect, it } from 'vitest'
import { type ProjectField, validateFieldValues } from './project-field.ts'

const field = (id: number, name: string, isRequired: boolean): ProjectField => ({
  id,
  name,
  description: '',
  kind: 'line',
  isRequired,
  rank: id,
})
const fields = [field(1, 'Cost centre', true), field(2, 'Sponsor', true), field(3, 'Motto', false)]
const values = (...pairs: [number, string][]) => pairs.map(([fieldId, value]) => ({ fieldId, value }))

describe('custom fields of a new project', () => {
  it.each([
    [values([1, '4711'], [2, 'Marie']), []],
    [values([1, '4711'], [2, 'Marie'], [3, '']), []],
    [values([1, '4711']), ['Mandatory field where missing: Sponsor']],
    [values([1, ' '], [2, '']), ['Mandatory field where missing: Cost centre, Sponsor']],
    [values([1, '1'], [2, '2'], [7, 'x'], [8, 'y'], [7, 'z']), ['Some fields does not exists: 7, 8']],
    [values([9, 'x']), ['Mandatory field where missing: Cost centre, Sponsor', 'Some fields does not exists: 9']],
  ])('%o have the problems %o', (input, problems) => {
    expect(validateFieldValues(fields, input)).toEqual(problems)
  })
})
