import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { countGroupsOverTime, type GroupHistory, type GroupInterval } from './group-history.ts'

const [todo, doing, done] = [11, 12, 13]
const none: number = NO_VALUE
const isOpen = (value: number): boolean => value === todo || value === doing

const sizesOf = (intervals: readonly GroupInterval[]) => intervals.map(({ sizes }) => Object.fromEntries(sizes))
const changedOnly = (...changed: GroupHistory['changed']): GroupHistory => ({ unchanged: new Map(), changed })

describe('the numbers of artifacts by value', () => {
  const starts = [100, 200, 300]

  it('are those at the end of each interval, which does not belong to it, and now', () => {
    const history = changedOnly({
      submittedOn: 50,
      changes: [
        { on: 50, value: todo },
        { on: 200, value: doing },
        { on: 250, value: done },
        { on: 310, value: todo },
      ],
    })
    const intervals = countGroupsOverTime(history, starts, 310, isOpen)
    expect(intervals.map(({ from, until }) => [from, until])).toEqual([
      [100, 200],
      [200, 300],
      [300, 310],
    ])
    expect(sizesOf(intervals)).toEqual([{ [todo]: 1 }, { [done]: 1 }, { [todo]: 1 }])
  })

  it('include those without a change, in the order of the values, and no empty group', () => {
    const unchanged = new Map([
      [none, 3],
      [done, 2],
      [todo, 1],
    ])
    const changed = [{ submittedOn: 210, changes: [{ on: 210, value: doing }] }]
    const intervals = countGroupsOverTime({ unchanged, changed }, starts, 310, isOpen)
    const before = [
      [todo, 1],
      [done, 2],
      [none, 3],
    ]
    const after = [[todo, 1], [doing, 1], ...before.slice(1)]
    expect(intervals.map(({ sizes }) => [...sizes])).toEqual([before, after, after])
    expect(intervals.map(({ created, closed }) => [created, closed])).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
    ])
  })

  it('count an artifact without a value from its submission until it is given one', () => {
    const history = changedOnly(
      { submittedOn: 150, changes: [] },
      { submittedOn: 150, changes: [{ on: 250, value: todo }] },
      { submittedOn: 150, changes: [{ on: 150, value: none }] },
    )
    expect(sizesOf(countGroupsOverTime(history, starts, 310, null))).toEqual([
      { [none]: 3 },
      { [none]: 2, [todo]: 1 },
      { [none]: 2, [todo]: 1 },
    ])
  })

  it('count what is dated later than now as of now', () => {
    const history = changedOnly(
      { submittedOn: 900, changes: [{ on: 900, value: todo }] },
      { submittedOn: 50, changes: [{ on: 900, value: done }] },
    )
    const intervals = countGroupsOverTime(history, starts, 310, isOpen)
    expect(sizesOf(intervals)).toEqual([{ [none]: 1 }, { [none]: 1 }, { [todo]: 1, [done]: 1 }])
    expect(intervals.map(({ created }) => created)).toEqual([0, 0, 1])
  })

  it('count changes that are dated before the submission or before an earlier change as of that', () => {
    const history = changedOnly({
      submittedOn: 220,
      changes: [
        { on: 20, value: todo },
        { on: 320, value: doing },
        { on: 120, value: done },
      ],
    })
    const intervals = countGroupsOverTime(history, starts, 330, isOpen)
    expect(sizesOf(intervals)).toEqual([{}, { [todo]: 1 }, { [done]: 1 }])
    expect(intervals.map(({ created, closed }) => [created, closed])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ])
  })
})

describe('the number of closed artifacts', () => {
  const count = (...changes: readonly (readonly [number, number])[]) => {
    const history = { submittedOn: changes[0]?.[0] ?? 0, changes: changes.map(([on, value]) => ({ on, value })) }
    return countGroupsOverTime(changedOnly(history), [100, 200], 250, isOpen).map(({ closed }) => closed)
  }

  it('has those that were open at the start and are closed at the end', () => {
    expect(count([50, todo], [150, done])).toEqual([1, 0])
    expect(count([50, todo], [110, done], [120, todo], [130, done], [210, doing])).toEqual([1, 0])
    expect(count([50, todo], [150, done], [160, doing])).toEqual([0, 0])
    expect(count([50, done], [150, todo], [160, done])).toEqual([0, 0])
    expect(count([50, done], [150, none])).toEqual([0, 0])
    expect(count([50, done], [150, todo], [210, done])).toEqual([0, 1])
  })

  it('has those that did not exist at the start', () => {
    expect(count([150, done])).toEqual([1, 0])
    expect(count([150, todo], [160, done])).toEqual([1, 0])
    expect(count([150, none])).toEqual([1, 0])
    expect(count([150, todo])).toEqual([0, 0])
  })

  it('is unknown if the values are no status', () => {
    const history = changedOnly({ submittedOn: 150, changes: [{ on: 150, value: done }] })
    expect(countGroupsOverTime(history, [100, 200], 250, null).map(({ closed }) => closed)).toEqual([null, null])
  })
})

it('returns what looking at each artifact at the end of each interval does', () => {
  const value = fc.constantFrom(todo, doing, done, none)
  const moment = fc.nat(60)
  const history = fc.record({
    submittedOn: moment,
    changes: fc.array(fc.record({ on: moment, value }), { maxLength: 6 }),
  })
  const unchanged = fc.array(fc.tuple(value, fc.nat(3))).map((entries) => new Map(entries))
  const starts = fc.uniqueArray(fc.integer({ min: 5, max: 50 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(unchanged, fc.array(history, { maxLength: 8 }), starts, fc.nat(10), (same, changed, unsorted, rest) => {
      const inOrder = unsorted.toSorted((a, b) => a - b)
      const now = (inOrder.at(-1) ?? 0) + rest
      /** The value before a moment; undefined: the artifact did not exist. */
      const valueBefore = ({ submittedOn, changes }: (typeof changed)[number], end: number): number | undefined => {
        if (submittedOn >= end) return undefined
        const times = changes.map((_, at) => Math.max(submittedOn, ...changes.slice(0, at + 1).map(({ on }) => on)))
        return changes[times.findLastIndex((time) => time < end)]?.value ?? none
      }
      const expected = inOrder.map((from, at): unknown => {
        const [until, end] = [inOrder[at + 1] ?? now, inOrder[at + 1] ?? Number.POSITIVE_INFINITY]
        const pairs = changed.map((each) => [valueBefore(each, from), valueBefore(each, end)] as const)
        const sizes = [todo, doing, done, none].flatMap((each) => {
          const size = (same.get(each) ?? 0) + pairs.filter(([, after]) => after === each).length
          return size === 0 ? [] : [[each, size]]
        })
        const isClosed = ([before, after]: (typeof pairs)[number]): boolean =>
          (before === undefined || isOpen(before)) && after !== undefined && !isOpen(after)
        const created = pairs.filter(([before, after]) => before === undefined && after !== undefined).length
        return { from, until, created, closed: pairs.filter(isClosed).length, sizes }
      })
      const intervals = countGroupsOverTime({ unchanged: same, changed }, inOrder, now, isOpen)
      expect(intervals.map(({ sizes, ...each }) => ({ ...each, sizes: [...sizes] }))).toEqual(expected)
    }),
  )
})
