import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Category, validateChoices } from '../../projects/model/categories.ts'
import { buildChoicePaths, resolveCategoryChoices } from './category-choices.ts'

const category = (id: number, parentId: number | null, name: string, maxValues = 1): Category => ({
  id,
  parentId,
  shortName: name.toLowerCase(),
  name,
  description: '',
  isMandatory: false,
  maxValues,
})
const tree = [
  category(1, null, 'Topic', 2),
  category(2, null, 'License'),
  category(3, 1, 'Software'),
  category(4, 3, 'Games'),
  category(5, 1, 'Games'),
  category(6, 1, 'a:'),
  category(7, 6, 'b'),
  category(8, 2, 'Free'),
  category(9, 2, 'Closed'),
  category(10, 2, 'Free'),
]
const resolve = (paths: readonly (readonly string[])[], chosen: Parameters<typeof resolveCategoryChoices>[2] = []) => {
  const { choices, leftOut } = resolveCategoryChoices(
    paths.map((path, index) => ({ path, line: index + 1 })),
    tree,
    chosen,
  )
  return [choices.map(({ categoryId, valueId }) => [categoryId, valueId]), leftOut.map(({ text }) => text)]
}

describe('resolveCategoryChoices', () => {
  it.each([
    ['a value with the same name on another level', [['Topic', 'Games']], [[1, 5]]],
    ['a nested value', [['Topic', 'Software', 'Games']], [[1, 4]]],
    ['a name that ends with a colon', [['Topic', 'a:', 'b']], [[1, 7]]],
    ['the first of two values with one name', [['License', 'Free']], [[2, 8]]],
    [
      'one value given twice',
      [
        ['License', 'Free'],
        ['License', 'Free'],
      ],
      [[2, 8]],
    ],
  ])('find %s', (_, paths, choices) => {
    expect(resolve(paths)).toEqual([choices, []])
  })

  it.each([
    [['Colour', 'Red'], 'The site has no category "Colour": its value "Red" is left out'],
    [['Topic', 'Software', 'Law'], 'The category "Topic" of this site has no value "Software::Law": it is left out'],
    [['Topic'], 'The category "Topic" of this site has no value "": it is left out'],
    [['Games', 'Software'], 'The site has no category "Games": its value "Software" is left out'],
  ])('omits %j', (path, text) => {
    expect(resolve([path])).toEqual([[], [text]])
  })

  it('keeps the first values of a category that allows fewer', () => {
    const paths = [
      ['License', 'Closed'],
      ['License', 'Free'],
    ]
    const text = 'A project may have 1 value of the category "License": "Free" is left out'
    expect(resolve(paths)).toEqual([[[2, 9]], [text]])
  })

  it('keeps existing choices of a category', () => {
    const paths = [
      ['License', 'Closed'],
      ['Topic', 'Games'],
    ]
    expect(resolve(paths, [{ categoryId: 2, valueId: 8 }])).toEqual([[[1, 5]], []])
  })

  it('returns allowed choices that round-trip through their names', () => {
    const values = tree.filter(({ parentId, id }) => parentId !== null && id !== 10)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...values)), (picked) => {
        const rootOf = ({ id, parentId }: Category): number =>
          parentId === null ? id : rootOf(tree.find((each) => each.id === parentId) as Category)
        const inputChoices = picked.map((value) => ({ categoryId: rootOf(value), valueId: value.id }))
        const paths = buildChoicePaths(tree, inputChoices)
        expect(paths).toHaveLength(inputChoices.length)
        const { choices } = resolveCategoryChoices(
          paths.map((path) => ({ path, line: 1 })),
          tree,
          [],
        )
        expect(inputChoices).toEqual(expect.arrayContaining([...choices]))
        expect(validateChoices(tree, choices)).toEqual([])
        if (validateChoices(tree, inputChoices).length === 0)
          expect(choices).toEqual(expect.arrayContaining(inputChoices))
      }),
    )
  })
})
