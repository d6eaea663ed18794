import { describe, expect, it } from 'vitest'
import { buildBurndownCharts } from './burndown-chart.ts'

const at = (iso: string): number => Date.parse(iso) / 1000
const [start, end, duration, chart] = [1, 2, 3, 4]

/** A sprint whose remaining effort is the time of the query. */
function drawn(
  values: Record<number, number | null>,
  by: 'end' | 'duration',
  now = '2030-01-01T00:00Z',
  timezone = 'UTC',
) {
  const readable = [start, end, duration, chart].map((id) => ({
    id,
    type: id === chart ? 'burndown' : 'date',
    name: `${id}`,
  }))
  const timeframe = by === 'end' ? { start, end } : { start, duration }
  const tracker = { semantics: { timeframe } }
  const effort = (moment: number) => moment
  const charts = buildBurndownCharts({ values } as never, { tracker, readable } as never, {
    timezone,
    now: at(now),
    effort,
  })
  const burndown = charts.get(chart as never)
  return {
    duration: burndown?.duration,
    days: burndown?.points.map(({ on }) => new Date(on * 1000).toISOString().slice(0, 16)),
    read: burndown?.points.map(({ remainingEffort }) =>
      remainingEffort === null ? null : new Date(remainingEffort * 1000).toISOString().slice(0, 19),
    ),
  }
}

describe('the days of a burndown chart', () => {
  it('go from the start to the end, including the end', () =>
    expect(drawn({ [start]: at('2026-03-12T00:00Z'), [end]: at('2026-03-17T00:00Z') }, 'end')).toMatchObject({
      duration: 3,
      days: ['2026-03-12T23:59', '2026-03-13T23:59', '2026-03-16T23:59', '2026-03-17T23:59'],
    }))
  it('are as many as the duration, plus the last day', () =>
    expect(drawn({ [start]: at('2026-03-12T00:00Z'), [duration]: 3 }, 'duration')).toMatchObject({
      duration: 3,
      days: ['2026-03-12T23:59', '2026-03-13T23:59', '2026-03-16T23:59', '2026-03-17T23:59'],
    }))
  it('begin on a Monday when the start is on a weekend', () =>
    expect(drawn({ [start]: at('2026-03-14T00:00Z'), [duration]: 0 }, 'duration').days).toStrictEqual([
      '2026-03-16T23:59',
    ]))
  it('end at midnight of the server across daylight saving changes', () =>
    expect(
      drawn({ [start]: at('2026-03-26T23:00Z'), [duration]: 1 }, 'duration', undefined, 'Europe/Paris'),
    ).toStrictEqual({
      duration: 1,
      days: ['2026-03-27T22:59', '2026-03-30T21:59'],
      read: ['2026-03-27T22:59:59', '2026-03-30T21:59:59'],
    }))
  it('before 1970 have weekends too', () =>
    expect(drawn({ [start]: at('1969-12-26T00:00Z'), [end]: at('1969-12-31T00:00Z') }, 'end')).toMatchObject({
      duration: 3,
      days: ['1969-12-26T23:59', '1969-12-29T23:59', '1969-12-30T23:59', '1969-12-31T23:59'],
    }))
  it.each([
    ['no start', { [start]: null, [duration]: 3 }, 'duration', 3],
    ['no end', { [start]: at('2026-03-12T00:00Z') }, 'end', null],
    ['an end before the start', { [start]: at('2026-03-12T00:00Z'), [end]: at('2026-03-11T00:00Z') }, 'end', null],
    ['a negative duration', { [start]: at('2026-03-12T00:00Z'), [duration]: -1 }, 'duration', -1],
    ['an end in 8,000 years', { [start]: at('2026-03-12T00:00Z'), [end]: at('9999-12-31T00:00Z') }, 'end', 2_080_266],
  ] as const)('are none with %s', (_what, values, by, lasting) =>
    expect(drawn(values, by)).toStrictEqual({ duration: lasting, days: [], read: [] }),
  )
})

it('has a point for the current effort of today and none for future days', () =>
  expect(drawn({ [start]: at('2026-03-12T00:00Z'), [duration]: 3 }, 'duration', '2026-03-13T15:00Z')).toStrictEqual({
    duration: 3,
    days: ['2026-03-12T23:59', '2026-03-13T23:59'],
    read: ['2026-03-12T23:59:59', '2026-03-13T15:00:00'],
  }))

it('has a point for today on a weekend of the period', () =>
  expect(
    drawn({ [start]: at('2026-03-12T00:00Z'), [duration]: 3 }, 'duration', '2026-03-14T15:00Z').read,
  ).toStrictEqual(['2026-03-12T23:59:59', '2026-03-13T23:59:59', '2026-03-14T15:00:00']))

it('has no point before the period begins, and none for today after its end', () => {
  expect(drawn({ [start]: at('2026-03-12T00:00Z'), [duration]: 1 }, 'duration', '2026-03-11T15:00Z').days).toEqual([])
  expect(drawn({ [start]: at('2026-03-12T00:00Z'), [duration]: 0 }, 'duration', '2026-03-13T15:00Z').days).toEqual([
    '2026-03-12T23:59',
  ])
})
