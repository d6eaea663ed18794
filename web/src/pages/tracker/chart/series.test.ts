import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GroupInterval } from '../../../data/artifact-group-history.ts'
import type { Field } from '../view.ts'
import { buildSeries, type Series, stackSeries } from './series.ts'

const field = {
  bindings: { type: 'static' },
  values: [
    { id: 11, label: 'New', value_color: '', is_hidden: false },
    { id: 12, label: 'Waiting', value_color: 'fiesta-red', is_hidden: true },
    { id: 13, label: 'Done', value_color: '', is_hidden: false },
  ],
} as unknown as Field

const intervalOf = (sizes: Readonly<Record<number, number>>): GroupInterval => ({
  from: '2026-11-01T00:00:00+01:00',
  until: '2026-11-02T00:00:00+01:00',
  created: 0,
  closed: null,
  groups: Object.entries(sizes).map(([id, size]) => ({ value_id: Number(id), size })),
})

it('has a series for each value that artifacts held, in the order of the list, then those without a value', () => {
  const series = buildSeries(field, [intervalOf({ 100: 1, 13: 2 }), intervalOf({ 11: 3, 13: 4 })])
  expect(series.map(({ id, sizes }) => [id, sizes])).toStrictEqual([
    ['11', [0, 3]],
    ['13', [2, 4]],
    ['100', [1, 0]],
  ])
})

it('keeps the color of a value that is hidden now, and adds up those that are gone', () => {
  const series = buildSeries(field, [intervalOf({ 12: 1, 77: 2, 78: 3 })])
  expect(series.map(({ id, color, sizes }) => [id, color === 'fiesta-red', sizes])).toStrictEqual([
    ['12', true, [1]],
    [null, false, [5]],
  ])
})

it('stacks the series without gaps, the last at the bottom', () => {
  const sizes = fc.array(fc.array(fc.nat(50), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(sizes, (all) => {
      const edges = stackSeries(all.map((each) => ({ sizes: each }) as unknown as Series))
      for (const [index, { from, to }] of edges.entries()) {
        expect(from).toStrictEqual(edges[index + 1]?.to ?? [0, 0, 0])
        expect(to.map((upper, place) => upper - (from[place] ?? 0))).toStrictEqual(all[index])
      }
    }),
  )
})
