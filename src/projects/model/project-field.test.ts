import { describe, expect, it } from 'vitest'
import { type FieldPlace, type ProjectField, placeField, validateFieldValues } from './project-field.ts'

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

describe('the place of a new field', () => {
  const ranked = (...ranks: number[]) => ranks.map((rank, index) => ({ id: index + 1, rank }))
  it.each<[number[], FieldPlace, number, number[]]>([
    [[], 'last', 1, []],
    [[], { position: 3 }, 1, []],
    [[1, 7], 'last', 8, [1, 7]],
    [[1], { position: 1 }, 1, [2]],
    [[1, 2, 9], { position: 2 }, 2, [1, 3, 9]],
    [[1, 5], { position: 2 }, 2, [1, 5]],
    [[1, 5], { position: 9 }, 6, [1, 5]],
    [[1, 1, 2], { position: 2 }, 2, [1, 3, 4]],
    [[-4, 0], { position: 1 }, 1, [2, 3]],
    [[1, 2], { rank: 1 }, 1, [2, 3]],
    [[1, 9], { rank: 4 }, 4, [1, 9]],
    [[5], { rank: -2 }, -2, [5]],
  ])('among the ranks %j at %j is %i, and theirs become %j', (ranks, place, rank, others) => {
    const fields = ranked(...ranks)
    const placed = placeField(fields, place)
    expect(placed.rank).toBe(rank)
    const moved = new Map(placed.moved.map((each) => [each.id, each.rank]))
    expect(fields.map((each) => moved.get(each.id) ?? each.rank)).toEqual(others)
  })
})
