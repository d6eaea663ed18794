import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { computeEffortHistory, type EffortHistories, type EffortState } from './effort.ts'

const id = (n: number) => n as ArtifactId

it('adds the numbers of artifacts that have one and of the children of the others', () => {
  const histories: EffortHistories = new Map([
    [id(1), [{ from: 10, effort: null, children: [id(2), id(3)] }]],
    // Its own number hides its children.
    [id(2), [{ from: 20, effort: 5, children: [id(3)] }]],
    [
      id(3),
      [
        { from: 5, effort: 1, children: [] },
        { from: 30, effort: null, children: [id(1)] },
      ],
    ],
  ])
  const effort = computeEffortHistory(histories, id(1))
  expect([9, 10, 19, 20, 29, 30, 99].map(effort)).toStrictEqual([null, 1, 1, 6, 6, 5, 5])
})

it('is unknown when the sum exceeds the range of numbers', () => {
  const leaf = { from: 0, effort: 1e308, children: [] }
  const histories: EffortHistories = new Map([
    [id(1), [{ from: 0, effort: null, children: [id(2), id(3)] }]],
    [id(2), [leaf]],
    [id(3), [leaf, { ...leaf, from: 10, effort: -1e308 }]],
  ])
  const effort = computeEffortHistory(histories, id(1))
  expect([5, 10].map(effort)).toStrictEqual([null, 0])
})

it('returns the same with and without cached results, in any order', () => {
  const state = fc.record({
    from: fc.nat(20),
    effort: fc.option(fc.nat(9)),
    children: fc.array(fc.nat(4).map(id), { maxLength: 3 }),
  })
  const states = fc.array(state, { maxLength: 4 }).map((all) => all.toSorted((a, b) => a.from - b.from))
  const histories = fc.array(states, { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(histories, fc.array(fc.nat(25)), (all: EffortState[][], moments) => {
      const historiesById = new Map(all.map((each, index) => [id(index), each]))
      const remembering = computeEffortHistory(historiesById, id(0))
      for (const moment of moments) expect(remembering(moment)).toBe(computeEffortHistory(historiesById, id(0))(moment))
    }),
  )
})
