import { describe, expect, it } from 'vitest'
import { placeRows, sortRows } from './place-rows.ts'

const first = placeRows([], [0, 1, 2, 3])
const read = (placed: readonly { element: number; index: number }[]) => placed.map((row) => [row.element, row.index])

describe('placeRows', () => {
  it('gives each row an element of its own', () => {
    expect(read(first)).toStrictEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })
  it('gives the elements of rows that left to those that came, and keeps the others', () => {
    const next = placeRows(first, [2, 3, 4, 5])
    expect(read(next)).toStrictEqual([
      [0, 4],
      [1, 5],
      [2, 2],
      [3, 3],
    ])
    expect(next[2]).toBe(first[2])
  })
  it('is the same for the same rows', () => {
    expect(placeRows(first, [0, 1, 2, 3])).toBe(first)
  })
  it('leaves out elements that no row needs, and adds what is missing', () => {
    const few = placeRows(first, [7, 8])
    expect(read(few)).toStrictEqual([
      [0, 7],
      [1, 8],
    ])
    const many = placeRows(few, [6, 7, 8, 9])
    expect(read(many)).toStrictEqual([
      [0, 7],
      [1, 8],
      [2, 6],
      [3, 9],
    ])
    expect(new Set(many.map(({ element }) => element)).size).toBe(4)
  })
})

describe('sortRows', () => {
  it('puts elements in the order of their rows', () => {
    expect(sortRows(placeRows(first, [2, 3, 4, 5])).map(({ index }) => index)).toStrictEqual([2, 3, 4, 5])
  })
  it('is the same if they are in order', () => {
    expect(sortRows(first)).toBe(first)
  })
})
