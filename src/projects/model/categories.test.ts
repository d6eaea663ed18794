import { describe, expect, it } from 'vitest'
import { type Category, validateChoices } from './categories.ts'

const category = (id: number, parentId: number | null, name: string, more: Partial<Category> = {}): Category => ({
  id,
  parentId,
  shortName: name.toLowerCase(),
  name,
  description: '',
  isMandatory: false,
  maxValues: 1,
  ...more,
})
const tree = [
  category(1, null, 'Licence', { isMandatory: true }),
  category(2, 1, 'Free'),
  category(3, 2, 'Apache'),
  category(4, null, 'Topic', { maxValues: 2 }),
  category(5, 4, 'Games'),
  category(6, 4, 'Science'),
  category(7, 4, 'Law'),
  category(8, null, 'Empty', { isMandatory: true }),
]
const chosen = (...pairs: [number, number][]) => pairs.map(([categoryId, valueId]) => ({ categoryId, valueId }))

describe('the categories of a new project', () => {
  it.each([
    ['a value right below its root', chosen([1, 2])],
    ['a value deeper down', chosen([1, 3])],
    ['as many values as a root allows', chosen([1, 2], [4, 5], [4, 6])],
    ['the same value twice', chosen([1, 2], [1, 2])],
  ])('are accepted: %s', (_, choices) => {
    expect(validateChoices(tree, choices)).toEqual([])
  })

  it.each([
    [chosen([1, 2], [9, 2]), ['The category id 9 is not a valid root category']],
    [chosen([1, 2], [2, 3]), ['The category id 2 is not a valid root category']],
    [chosen([1, 2], [1, 3]), ['The category 1 only allows 1 values']],
    [chosen([1, 5]), ['5 does not belong to Licence (1) category hierarchy']],
    [chosen([1, 1]), ['1 does not belong to Licence (1) category hierarchy']],
    [chosen([1, 99]), ['99 does not belong to Licence (1) category hierarchy']],
    [chosen([4, 5]), ['Mandatory categories where missing: Licence (1)']],
    [chosen(), ['Mandatory categories where missing: Licence (1)']],
    [
      chosen([4, 2]),
      ['2 does not belong to Topic (4) category hierarchy', 'Mandatory categories where missing: Licence (1)'],
    ],
  ])('%o are rejected', (choices, problems) => {
    expect(validateChoices(tree, choices)).toEqual(problems)
  })

  it('are rejected without an endless loop in a cyclic tree', () => {
    const loop = [category(1, null, 'Root'), category(2, 3, 'a'), category(3, 2, 'b')]
    expect(validateChoices(loop, chosen([1, 2]))).toEqual(['2 does not belong to Root (1) category hierarchy'])
  })
})
