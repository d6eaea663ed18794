import { expect, it } from 'vitest'
import { moveCursor } from './move-cursor.ts'

const size = { rows: 4, columns: 3, hasHead: true }
const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const move = (key: string, from: readonly [number, number], more?: object, within = size) => {
  const to = moveCursor({ row: from[0], column: from[1] }, press(key, more), within)
  return to && [to.row, to.column]
}

it.each([
  ['ArrowUp', [0, 1], [-1, 1]],
  ['ArrowUp', [-1, 1], [-1, 1]],
  ['ArrowDown', [3, 1], [3, 1]],
  ['ArrowLeft', [2, 0], [2, 0]],
  ['ArrowRight', [2, 1], [2, 2]],
  ['Home', [2, 2], [2, 0]],
  ['End', [2, 0], [2, 2]],
] as const)('%s moves within the grid', (key, from, to) => {
  expect(move(key, from)).toEqual(to)
})

it('moves to the corners with Ctrl, and to the heading only where it has controls', () => {
  expect(move('Home', [2, 2], { ctrlKey: true })).toEqual([-1, 0])
  expect(move('End', [0, 0], { ctrlKey: true })).toEqual([3, 2])
  expect(move('ArrowUp', [0, 1], {}, { ...size, hasHead: false })).toEqual([0, 1])
})

it('leaves other keys to the browser', () => {
  expect(move(' ', [1, 1])).toBeUndefined()
  expect(move('ArrowLeft', [1, 1], { altKey: true })).toBeUndefined()
  expect(move('ArrowLeft', [1, 1], { ctrlKey: true })).toBeUndefined()
})
