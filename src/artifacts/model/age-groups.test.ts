import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIsoDate } from '../../kit/values/time.ts'
import { type AgeRange, ageGroups, computeAge, findMedianAge, findSubmissionRange } from './age-groups.ts'

const zone = 'Europe/Paris'
const at = (iso: string): number => Date.parse(iso) / 1000
// The clocks were set forward the day before.
const now = at('2026-03-30T12:00:00+02:00')

const contains = ({ minDays, maxDays }: AgeRange, age: number): boolean =>
  age >= minDays && (maxDays === null || age <= maxDays)

describe('the groups of ages', () => {
  it('begin and end at midnight in the time zone', () => {
    const ranges = ageGroups.map((group) => {
      const { from, below } = findSubmissionRange(group, now, zone)
      return [from, below].map((moment) => (moment === undefined ? null : formatIsoDate(moment, zone)))
    })
    expect(ranges).toEqual([
      ['2026-03-30T00:00:00+02:00', null],
      ['2026-03-23T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
      ['2026-02-28T00:00:00+01:00', '2026-03-23T00:00:00+01:00'],
      ['2025-12-30T00:00:00+01:00', '2026-02-28T00:00:00+01:00'],
      ['2025-03-30T00:00:00+01:00', '2025-12-30T00:00:00+01:00'],
      [null, '2025-03-30T00:00:00+01:00'],
    ])
  })

  it('contain each time once, by its age', () => {
    const moment = fc.integer({ min: at('1969-12-31T00:00:00Z'), max: now + 100_000 })
    fc.assert(
      fc.property(moment, (submittedOn) => {
        const age = computeAge(submittedOn, now, zone)
        for (const group of ageGroups) {
          const { from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = findSubmissionRange(
            group,
            now,
            zone,
          )
          expect(from <= submittedOn && submittedOn < below).toBe(contains(group, age))
        }
      }),
    )
  })

  it('lead to the age that the older half has at least', async () => {
    const ages = fc.array(fc.oneof(fc.nat(40), fc.nat(400), fc.nat(20_000)), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(ages, async (all) => {
        const count = (range: AgeRange): number => all.filter((age) => contains(range, age)).length
        const median = await findMedianAge(ageGroups.map(count), async (range) => count(range))
        expect(median).toBe(all.toSorted((a, b) => b - a)[Math.ceil(all.length / 2) - 1] ?? null)
      }),
    )
  })
})
