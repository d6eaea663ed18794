import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeNextVersionDate } from './version-date.ts'

const start = 1_800_000_000

/** One artifact, and the versions that clients were shown by their dates. */
function anArtifact() {
  let state = { version: 1, updatedOn: start, versionDate: start }
  const versionsByDate = new Map<number, Set<number>>()
  const dateAt = (now: number): number => Math.min(state.versionDate, now)
  return {
    change: (now: number): void => {
      state = { version: state.version + 1, updatedOn: now, versionDate: computeNextVersionDate(state, now) }
    },
    read: (now: number): void => {
      versionsByDate.set(dateAt(now), (versionsByDate.get(dateAt(now)) ?? new Set()).add(state.version))
    },
    dateAt,
    get state() {
      return state
    },
    /** Versions that a client which sends the date of the current version may have read. */
    meantByCurrentDate: (): number[] => [...(versionsByDate.get(state.versionDate) ?? [])],
  }
}

describe('the date of a version', () => {
  it('is the time of the change', () => {
    expect(computeNextVersionDate({ updatedOn: start, versionDate: start }, start + 60)).toBe(start + 60)
  })

  it('is the next second when the previous version has the same second', () => {
    expect(computeNextVersionDate({ updatedOn: start, versionDate: start }, start)).toBe(start + 1)
  })

  it('is at most five seconds ahead of the clock, however many changes one second holds', () => {
    const artifact = anArtifact()
    for (let change = 0; change < 1000; change++) artifact.change(start)
    expect(artifact.state.versionDate).toBe(start + 5)
  })

  it('continues after the latest date when the clock was set back', () => {
    const artifact = anArtifact()
    artifact.read(start)
    artifact.change(start - 3600)
    expect(artifact.state.versionDate).toBe(start + 1)
  })

  const step = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 4 }) }),
    // Clocks of two servers that are up to four seconds apart.
    fc.record({ kind: fc.constantFrom('change' as const, 'read' as const), ahead: fc.boolean() }),
  )

  it('never names to a client another version than the one that the client read', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 4 }), (steps, skew) => {
        const artifact = anArtifact()
        let now = start
        for (const each of steps) {
          if (each.kind === 'pass') now += each.seconds
          else artifact[each.kind](now + (each.ahead ? skew : 0))
          const { version } = artifact.state
          expect(artifact.meantByCurrentDate().filter((meant) => meant !== version)).toEqual([])
        }
      }),
    )
  })

  it('is shown to a client five seconds after the last change, and names the version then', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 50 }), (gaps) => {
        const artifact = anArtifact()
        let now = start
        for (const gap of gaps) {
          now += gap
          artifact.change(now)
        }
        expect(artifact.dateAt(now + 5)).toBe(artifact.state.versionDate)
      }),
    )
  })
})
