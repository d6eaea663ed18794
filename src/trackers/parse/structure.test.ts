import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../fields/model/definition.ts'
import { collectProblems } from './problems.ts'
import { type PositionedField, parseStructure } from './structure.ts'

const element = (type: FieldDefinition['type'], position: number): PositionedField => ({
  position,
  definition: {
    key: `F${position}`,
    type,
    name: `f${position}`,
    label: '',
    description: '',
    rank: 0,
    isUsed: true,
    isRequired: false,
    hasNotifications: false,
    properties: {},
    bind: null,
    permissions: [],
    children: [],
  },
})

const bySentId = (all: readonly PositionedField[]) => new Map(all.map((each) => [each.position + 1, each]))

/** Keys by rank, as GET lists them: ranks of all containers in one row. */
function byRank(tree: readonly FieldDefinition[]): string[] {
  const all = (some: readonly FieldDefinition[]): FieldDefinition[] =>
    some.flatMap((each) => [each, ...all(each.children)])
  return all(tree)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ key }) => key)
}

describe('parsing a structure', () => {
  it('keeps the order of the tree and of the list when they agree', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (isInside) => {
        const all = [element('fieldset', 0), ...isInside.map((_, index) => element('string', index + 1))]
        const ids = (inside: boolean) =>
          isInside.flatMap((each, index) => (each === inside ? [{ id: index + 2, content: null }] : []))
        const problems = collectProblems()
        const tree = parseStructure([{ id: 1, content: ids(true) }, ...ids(false)], bySentId(all), all, problems)
        problems.throwIfAny()
        expect(byRank(tree)).toEqual(all.map(({ definition }) => definition.key))
        expect(tree.map(({ key }) => key)).toEqual(['F0', ...ids(false).map(({ id }) => `F${id - 1}`)])
      }),
    )
  })

  it('uses the order of the tree where they differ', () => {
    const all = [element('string', 0), element('string', 1), element('string', 2)]
    const tree = parseStructure([{ id: 3 }, { id: 1 }, { id: 2 }], bySentId(all), all, collectProblems())
    expect(byRank(tree)).toEqual(['F2', 'F0', 'F1'])
  })

  it('accepts or rejects any input, however deep', () => {
    const all = [element('fieldset', 0), element('column', 1), element('string', 2)]
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), (input) => {
        parseStructure([input, { id: 1, content: [input] }], bySentId(all), all, collectProblems())
      }),
    )
    let deep: unknown = { id: 1, content: null }
    for (let depth = 0; depth < 10_000; depth++) deep = { id: 1, content: [deep] }
    expect(parseStructure([deep], bySentId(all), all, collectProblems())).toHaveLength(3)
  })
})
