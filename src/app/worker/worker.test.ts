import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../../database/db/db.ts'
import { addJobs } from '../../database/unit/add-jobs.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { World } from '../../world/model/world.ts'
import { startWorker, stopGraceMs, type Worker } from './worker.ts'

const clock = { now: () => 1000 }

describeOnEachDatabase((place) => {
  describe('the worker', () => {
    let db: Database
    let workers: readonly Worker[] = []
    let done: string[] = []
    let atOnce: Record<string, number> = {}
    let most: Record<string, number> = {}
    let release = () => {}

    beforeAll(async () => {
      db = await place.open()
    })
    afterAll(async () => {
      release()
      await stop()
    })

    const handler = (
      kind: string,
      maxConcurrent: number | undefined,
      run: (n: number) => Promise<void>,
    ): JobHandler => ({
      kind,
      ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
      async run(payload) {
        atOnce[kind] = (atOnce[kind] ?? 0) + 1
        most[kind] = Math.max(most[kind] ?? 0, atOnce[kind])
        await run(payload as number)
        atOnce[kind] -= 1
        done.push(`${kind} ${payload}`)
      },
    })
    const start = (
      handlers: readonly JobHandler[],
      count = 1,
      at = clock,
      lease?: Parameters<typeof startWorker>[2],
    ) => {
      done = []
      atOnce = {}
      most = {}
      // The parts of the world that the worker uses.
      const world = {
        db,
        clock: at,
        config: { port: 8080 },
        log: pino({ level: 'silent' }),
        cache: { refresh: async () => undefined },
      } as unknown as World
      workers = Array.from({ length: count }, () => startWorker(world, handlers, lease))
    }
    const stop = () => Promise.all(workers.map((worker) => worker.stop()))
    const enqueue = (kind: string, ...payloads: readonly number[]) =>
      db.write((tx) => addJobs(tx, kind, payloads, clock.now(), undefined))
    const until = async (isTrue: () => boolean) => {
      for (let round = 0; round < 400 && !isTrue(); round++) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const shortly = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
    const leftOver = () => db.read.selectFrom('job').select(['kind', 'attempts', 'last_error', 'run_at']).execute()

    const takenJobs = () => db.read.selectFrom('job').select(['kind', 'attempts', 'locked_until']).execute()

    it('runs quick jobs while slow kinds are at their limit', async () => {
      const waiting = new Promise<void>((resolve) => {
        release = resolve
      })
      await enqueue('slow', 1, 2, 3)
      await enqueue('quick', 1, 2)
      start([handler('slow', 2, () => waiting), handler('quick', undefined, shortly)])
      await until(() => done.length === 2)
      expect(done).toEqual(['quick 1', 'quick 2'])
      expect(most).toEqual({ slow: 2, quick: 1 })
      release()
      await until(() => done.length === 5)
      await stop()
      expect([done.toSorted(), await leftOver()]).toEqual([['quick 1', 'quick 2', 'slow 1', 'slow 2', 'slow 3'], []])
      expect(most).toEqual({ slow: 2, quick: 1 })
    })

    it('runs each job once with several workers', async () => {
      const numbers = Array.from({ length: 40 }, (_, n) => n)
      await enqueue('quick', ...numbers)
      start([handler('quick', 3, shortly)], 3)
      await until(() => done.length >= numbers.length)
      await stop()
      expect(done.toSorted()).toEqual(numbers.map((n) => `quick ${n}`).toSorted())
      expect(await leftOver()).toEqual([])
    })

    it('renews the lease of a long job', async () => {
      // Its clock counts milliseconds as seconds.
      const now = () => Date.now()
      await enqueue('slow', 1)
      const waiting = new Promise<void>((resolve) => setTimeout(resolve, 900))
      const lease = { seconds: 300, renewMs: 50 }
      start([handler('slow', undefined, () => waiting)], 2, { now }, lease)
      await until(() => done.length > 0)
      await stop()
      expect([done, most, await leftOver()]).toEqual([['slow 1'], { slow: 1 }, []])
    })

    it('puts failed jobs back and continues with the others', async () => {
      await enqueue('bad', 1)
      await enqueue('quick', 1)
      const fail = () => Promise.reject(new Error('no luck'))
      start([handler('bad', undefined, fail), handler('quick', undefined, shortly)])
      await until(() => done.length === 1)
      await stop()
      expect(done).toEqual(['quick 1'])
      expect(await leftOver()).toEqual([{ kind: 'bad', attempts: 1, last_error: 'no luck', run_at: 1020 }])
      await db.write((tx) => tx.deleteFrom('job').execute())
    })

    /** A kind whose jobs run together, and fail if one of these is among them. */
    const joinedKind = (failing: readonly number[]): JobHandler => ({
      kind: 'joined',
      together: { max: 3, merge: (payloads) => payloads },
      async run(payload) {
        const numbers = [payload].flat() as number[]
        if (numbers.some((each) => failing.includes(each))) throw new Error('no luck')
        done.push(numbers.join('+'))
      },
    })

    it('runs new jobs of a kind together, up to its limit', async () => {
      await enqueue('joined', 1, 2, 3, 4)
      await enqueue('quick', 5)
      start([joinedKind([]), handler('quick', undefined, shortly)])
      await until(() => done.length === 3)
      await stop()
      expect([done.toSorted(), await leftOver()]).toEqual([['1+2+3', '4', 'quick 5'], []])
    })

    it('runs jobs by themselves once they have failed together', async () => {
      await enqueue('joined', 1, 2, 3)
      start([joinedKind([2])])
      await until(() => done.length === 2)
      await stop()
      expect(done).toEqual(['1', '3'])
      expect(await leftOver()).toEqual([{ kind: 'joined', attempts: 2, last_error: 'no luck', run_at: 1040 }])
      await db.write((tx) => tx.deleteFrom('job').execute())
    })

    it('runs each of many jobs once if several workers take some of them together', async () => {
      const numbers = Array.from({ length: 40 }, (_, n) => n)
      await enqueue('joined', ...numbers)
      start([joinedKind([])], 3)
      const ran = () => done.flatMap((each) => each.split('+').map(Number))
      await until(() => ran().length >= numbers.length)
      await stop()
      expect([ran().toSorted((a, b) => a - b), await leftOver()]).toEqual([numbers, []])
    })

    it('finishes running jobs before it stops and starts no others', async () => {
      await enqueue('slow', 1, 2)
      const waiting = new Promise<void>((resolve) => {
        release = resolve
      })
      start([handler('slow', undefined, () => waiting)])
      await until(() => atOnce['slow'] === 1)
      const stopped = stop()
      release()
      await stopped
      expect(done).toEqual(['slow 1'])
      expect(await leftOver()).toMatchObject([{ kind: 'slow', attempts: 0 }])
    })

    it('releases jobs that outlast the stop, and a later worker runs them again', async () => {
      await db.write((tx) => tx.deleteFrom('job').execute())
      await enqueue('slow', 1)
      const waiting = new Promise<void>((resolve) => {
        release = resolve
      })
      start([handler('slow', undefined, () => waiting)])
      await until(() => atOnce['slow'] === 1)
      const [interrupted] = workers
      expect(await interrupted?.stop(1)).toBe(false)
      expect(await takenJobs()).toEqual([{ kind: 'slow', attempts: 0, locked_until: null }])
      const released = release
      start([handler('slow', undefined, () => Promise.reject(new Error('not yet')))])
      await until(() => done.length > 0 || most['slow'] === 1)
      await stop()
      // The end of the interrupted job has no effect: its row belongs to the later worker.
      released()
      await shortly()
      expect(await leftOver()).toEqual([{ kind: 'slow', attempts: 1, last_error: 'not yet', run_at: 1020 }])
      await db.write((tx) => tx.deleteFrom('job').execute())
    })

    it.each(['finished', 'failed'])('leaves the claim of another worker alone once its own job has %s', async (end) => {
      await enqueue('slow', 1)
      const waiting = Promise.withResolvers<void>()
      start([handler('slow', undefined, () => waiting.promise)], 1, clock, { seconds: 120, renewMs: 10 })
      await until(() => atOnce['slow'] === 1)
      // The lease ended while this process was stopped.
      const claim = { kind: 'slow', attempts: 2, locked_until: 5000 }
      await db.write((tx) => tx.updateTable('job').set({ attempts: 2, locked_until: 5000 }).execute())
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (end === 'finished') waiting.resolve()
      else waiting.reject(new Error('too late'))
      await stop()
      expect(await takenJobs()).toEqual([claim])
      await db.write((tx) => tx.deleteFrom('job').execute())
    })

    it('waits less than five seconds for jobs when it stops', () => {
      expect(stopGraceMs).toBeLessThanOrEqual(3000)
    })
  })
})
