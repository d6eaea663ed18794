import { describe, expect, it } from 'vitest'
import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import { type ChildList, type ChildLists, endOf, parentOf, placeChildren } from './place-children.ts'

const list = (ids: readonly number[], more: Partial<ChildList> = {}): ChildList => ({
  items: ids.map((id) => ({ id }) as ArtifactRepresentation),
  total: ids.length,
  isLoading: false,
  ...more,
})
const place = (roots: Readonly<Record<number, number>>, open: readonly string[], lists: ChildLists) =>
  placeChildren(
    Object.entries(roots).map(([id, row]) => ({ id: Number(id), row })),
    new Set(open),
    lists,
  )

describe('the rows of children', () => {
  it('follow those of their parents, and the other rows come later', () => {
    const places = place({ 7: 1, 9: 3 }, ['7', '9'], { 7: list([20, 21]), 9: list([22]) })
    const shown = Array.from({ length: 8 }, (_, row) => places?.childAt(row)?.artifact?.id ?? places?.listRowOf(row))
    expect(shown).toEqual([0, 1, 20, 21, 2, 3, 22, 4])
    expect([0, 1, 2, 3, 4].map((row) => places?.rowOf(row))).toEqual([0, 1, 4, 5, 7])
    expect([places?.findChild(22), places?.findChild(7), places?.count]).toEqual([6, undefined, 3])
    expect(places?.listRows(2, 4)).toEqual([[2, 2]])
    expect(places?.listRows(0, 7)).toEqual([[0, 4]])
    expect(places?.listRows(2, 3)).toEqual([])
    expect(places?.listRows(6, 9)).toEqual([[4, 6]])
  })

  it('have the level of their depth, also where an artifact is below itself', () => {
    const places = place({ 7: 0 }, ['7', '7/8', '7/8/7'], { 7: list([8]), 8: list([7]) })
    const rows = [1, 2, 3].map((row) => places?.childAt(row))
    expect(rows.map((row) => [row?.path, row?.level])).toEqual([
      ['7/8', 2],
      ['7/8/7', 3],
      ['7/8/7/8', 4],
    ])
    expect(['7', '7/8', '7/8/7'].map((path) => places?.findPath(path))).toEqual([0, 1, 2])
  })

  it('end with what is known of children that are not loaded', () => {
    const kindOf = (children: ChildList | undefined) => {
      const places = place({ 7: 0 }, ['7'], { 7: children })
      return Array.from({ length: places?.count ?? 0 }, (_, n) => places?.childAt(n + 1)?.kind)
    }
    expect(kindOf(undefined)).toEqual(['loading'])
    expect(kindOf(list([1], { total: 60 }))).toEqual(['child', 'more'])
    expect(kindOf(list([1], { total: 60, isLoading: true }))).toEqual(['child', 'loading'])
    expect(kindOf(list([], { problem: 'No' }))).toEqual(['failed'])
    expect(kindOf(list([]))).toEqual([])
  })

  it('do not exist where no artifact is open', () => expect(place({}, [], {})).toBeUndefined())

  it('are named by their paths', () => {
    expect([endOf('7/8'), endOf('7'), parentOf('7/8/9'), parentOf('7')]).toEqual([8, 7, '7/8', undefined])
  })
})
