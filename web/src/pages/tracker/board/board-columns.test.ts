import { expect, it } from 'vitest'
import type { ArtifactGroup, GroupedArtifact } from '../../../data/artifact-groups.ts'
import type { Field } from '../view.ts'
import { buildColumns, type CardMoves } from './board-columns.ts'

// Only these members are read.
const field = {
  name: 'status',
  bindings: { type: 'static' },
  values: [
    { id: 1, label: 'Open', value_color: 'fiesta-red', is_hidden: false },
    { id: 2, label: 'Done', value_color: '', is_hidden: false },
    { id: 3, label: 'Given up', value_color: '', is_hidden: true },
  ],
} as unknown as Field
const card = (id: number) => ({ id }) as GroupedArtifact
const groups: readonly ArtifactGroup[] = [
  { value_id: 1, size: 12, artifacts: [card(7), card(8)] },
  { value_id: 2, size: 0, artifacts: [] },
  { value_id: 3, size: 1, artifacts: [card(9)] },
  { value_id: 100, size: 2, artifacts: [card(10), card(11)] },
]
const build = (moves: CardMoves = new Map()) =>
  buildColumns(field, groups, moves).map(({ option, size, cards }) => [option.label, size, cards.map(({ id }) => id)])

it('the columns are the groups, hidden values and artifacts without a value included', () => {
  expect(build()).toEqual([
    ['Open', 12, [7, 8]],
    ['Done', 0, []],
    ['Given up', 1, [9]],
    ['None', 2, [10, 11]],
  ])
})

it('the column of artifacts without a value is there as long as it has one', () => {
  const empty = groups.map((group) => (group.value_id === 100 ? { ...group, size: 0, artifacts: [] } : group))
  const labelsOf = (moves: CardMoves) => buildColumns(field, empty, moves).map(({ option }) => option.label)
  expect(labelsOf(new Map())).toEqual(['Open', 'Done', 'Given up'])
  expect(labelsOf(new Map([[7, { card: card(7), to: '100' }]]))).toContain('None')
})

it('a moved card is counted and shown where it was moved to', () => {
  expect(build(new Map([[8, { card: card(8), to: '2' }]]))).toEqual([
    ['Open', 11, [7]],
    ['Done', 1, [8]],
    ['Given up', 1, [9]],
    ['None', 2, [10, 11]],
  ])
})

it('a card with a place is shown before or after another one, in its column or in another one', () => {
  const before = { card: card(8), to: '1', at: { direction: 'before', of: 7 } } as const
  expect(build(new Map([[8, before]]))[0]).toEqual(['Open', 12, [8, 7]])
  const after = { card: card(8), to: '100', at: { direction: 'after', of: 10 } } as const
  expect(build(new Map([[8, after]]))).toEqual([
    ['Open', 11, [7]],
    ['Done', 0, []],
    ['Given up', 1, [9]],
    ['None', 3, [10, 8, 11]],
  ])
})

it('a card whose neighbour has left the column is the last one', () => {
  const move = { card: card(7), to: '1', at: { direction: 'after', of: 99 } } as const
  expect(build(new Map([[7, move]]))[0]).toEqual(['Open', 12, [8, 7]])
})

it('a moved card whose column was read again since is there once', () => {
  expect(build(new Map([[7, { card: card(7), to: '1' }]]))[0]).toEqual(['Open', 12, [7, 8]])
})

it('a moved card of those that were loaded later is counted where it arrives', () => {
  expect(build(new Map([[20, { card: card(20), to: '2' }]]))[1]).toEqual(['Done', 1, [20]])
})

it('a value that is not listed any more is named as its artifacts have it', () => {
  const createValue = (id: number, label: string) => ({ id, label, color: null, tlp_color: null })
  const entry = { field_id: 5, values: [createValue(1, 'Open'), createValue(4, 'Former')] }
  const held = { id: 30, values: [entry] } as unknown as GroupedArtifact
  const columns = buildColumns({ ...field, field_id: 5 }, [{ value_id: 4, size: 1, artifacts: [held] }], new Map())
  expect(columns.map(({ option }) => option.label)).toEqual(['Former'])
})
