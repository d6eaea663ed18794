import { describe, expect, it } from 'vitest'
import { arrangeStates } from './arrange-states.ts'

const layersOf = (states: readonly number[], ...transitions: readonly (readonly [number | null, number])[]) =>
  Object.fromEntries(
    arrangeStates(
      states,
      transitions.map(([from, to]) => ({ from, to })),
    ).map(({ id, layer }) => [id, layer]),
  )

describe('the states of a workflow', () => {
  it('stand in the order of their values, whatever the direction of the transitions', () => {
    expect(layersOf([7, 8, 9], [null, 7], [7, 8], [9, 8], [9, 7])).toEqual({ new: 0, 7: 1, 8: 2, 9: 3 })
    expect(layersOf([9, 8, 7], [null, 7], [7, 8], [8, 9])).toEqual({ new: 0, 9: 1, 8: 2, 7: 3 })
  })

  it('stand one below the other if no transition connects them', () => {
    expect(layersOf([6, 7, 8, 9], [null, 6], [6, 7], [6, 8], [7, 9], [8, 9])).toEqual({
      new: 0,
      6: 1,
      7: 2,
      8: 2,
      9: 3,
    })
  })

  it('never stand left of an earlier one', () => {
    expect(layersOf([6, 7, 8, 9], [6, 7], [7, 8], [6, 9])).toEqual({ new: 0, 6: 1, 7: 2, 8: 3, 9: 3 })
  })

  it('come after new artifacts, also without transitions', () => {
    expect(layersOf([7, 8])).toEqual({ new: 0, 7: 1, 8: 1 })
    expect(layersOf([])).toEqual({ new: 0 })
  })
})
