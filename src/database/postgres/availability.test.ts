import { describe, expect, it } from 'vitest'
import { DatabaseLostError } from '../../kit/messages/outage.ts'
import { createAvailability } from './availability.ts'

const lost = (): DatabaseLostError =>
  new DatabaseLostError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))

/** A database that a test loses and brings back. */
function createDatabase({ waitMs = 60_000 } = {}) {
  const state = { isAway: false, probes: 0, runs: 0 }
  const availability = createAvailability({
    waitMs,
    async probe() {
      state.probes++
      if (state.isAway) throw lost()
    },
  })
  const work = async (): Promise<string> => {
    state.runs++
    if (state.isAway) throw lost()
    return 'done'
  }
  return { state, availability, run: () => availability.run(work) }
}

describe('work on a database that is lost', () => {
  it('runs again once the database is back', async () => {
    const { state, availability, run } = createDatabase()
    state.isAway = true
    const running = run()
    await expect.poll(() => state.probes).toBeGreaterThan(2)
    expect([state.runs, availability.isLost]).toEqual([1, true])
    state.isAway = false
    expect(await running).toBe('done')
    expect([state.runs, availability.isLost]).toEqual([2, false])
    availability.close()
  })

  it('waits without an attempt of its own while an outage lasts', async () => {
    const { state, availability, run } = createDatabase()
    state.isAway = true
    const running = [run()]
    await expect.poll(() => state.probes).toBeGreaterThan(0)
    running.push(run(), run())
    await expect.poll(() => state.probes).toBeGreaterThan(2)
    expect(state.runs).toBe(1)
    state.isAway = false
    expect(await Promise.all(running)).toEqual(['done', 'done', 'done'])
    availability.close()
  })

  it('fails with the cause when the time is over, later work at once, until the database is back', async () => {
    const { state, availability, run } = createDatabase({ waitMs: 50 })
    state.isAway = true
    await expect(run()).rejects.toMatchObject({ name: 'DatabaseLostError', code: 'ECONNREFUSED' })
    const { runs } = state
    await expect(run()).rejects.toThrow('ECONNREFUSED')
    expect(state.runs).toBe(runs)
    state.isAway = false
    await expect.poll(() => availability.isLost).toBe(false)
    expect(await run()).toBe('done')
    availability.close()
  })

  it('fails at once without a time to wait', async () => {
    const { state, availability, run } = createDatabase({ waitMs: 0 })
    state.isAway = true
    await expect(run()).rejects.toThrow('ECONNREFUSED')
    expect(state.runs).toBe(1)
    availability.close()
  })

  it('stops running work that loses the database itself each time', async () => {
    const { availability } = createDatabase({ waitMs: 300 })
    let runs = 0
    const running = availability.run(async () => {
      runs++
      throw lost()
    })
    await expect(running).rejects.toThrow('ECONNREFUSED')
    expect(runs).toBeLessThan(10)
    availability.close()
  })

  it('ends when it is closed', async () => {
    const { state, availability, run } = createDatabase()
    state.isAway = true
    const running = run()
    await expect.poll(() => state.probes).toBeGreaterThan(0)
    availability.close()
    await expect(running).rejects.toThrow('ECONNREFUSED')
  })
})

it('does not repeat work that failed for another reason', async () => {
  const { availability } = createDatabase()
  let runs = 0
  const running = availability.run(async () => {
    runs++
    throw new Error('duplicate key')
  })
  await expect(running).rejects.toThrow('duplicate key')
  expect([runs, availability.isLost]).toEqual([1, false])
})
