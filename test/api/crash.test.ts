import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inList } from '../../src/database/sql/sql.ts'
import type { ArtifactId, ChangeId } from '../../src/kit/values/ids.ts'
import type { World } from '../../src/world/model/world.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { RandomWriter } from '../kit/random-writer.ts'
import { readStates } from '../kit/read-states.ts'
import { getRounds } from '../kit/rounds.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { type ReceivedRequest, startWebhookReceiver } from '../kit/webhook-receiver.ts'

/** Number of kills; `npm run drill:kills -- --kills 200` sets a higher one. */
const kills = getRounds('TULIPWOOD_KILLS', { quick: 1, full: 3 })
const clients = 4

alwaysOnEachDatabase((dialect) => {
  describe('a server that is killed while clients write', () => {
    const receiver = startWebhookReceiver()

    it(
      'keeps every answered write, no partial or duplicate write, and delivers every change',
      async () => {
        const home = await createInstallation(dialect, { hook: receiver.url })
        const writers = Array.from({ length: clients }, () => new RandomWriter(home))
        const deliveries: ReceivedRequest[] = []
        try {
          for (let round = 0; round <= kills; round++) {
            const server = await home.startServer()
            let writing: Promise<void>[] = []
            try {
              await whileOpen(home, async (world) => {
                for (const writer of writers) await checkWriter(world, server, home, writer)
                expect(await findContradictions(world.db)).toEqual([])
              })
              if (round < kills) writing = writers.map((writer) => writer.write(server.api))
              await sleep(20 + Math.random() * 400)
            } finally {
              await server.kill()
            }
            await Promise.all(writing)
            deliveries.push(...receiver.take())
          }
          await whileOpen(home, async (world) => {
            // Jobs of the killed servers are available again when their locks expire.
            await runJobs(world, { later: 700 })
            deliveries.push(...receiver.take())
            expect(await findContradictions(world.db)).toEqual([])
            await checkDeliveries(world, writers, deliveries)
          })
        } finally {
          await home.remove()
        }
        const deeds = writers.reduce((sum, writer) => sum + writer.operationCount, 0)
        expect(deeds).toBeGreaterThan(kills * 3)
        if (kills > 3)
          process.stdout.write(`${dialect}: ${kills} kills, ${deeds} writes, ${deliveries.length} deliveries\n`)
      },
      60_000 + kills * 10_000,
    )
  })
})

async function whileOpen(home: ServerInstallation, work: (world: World) => Promise<void>): Promise<void> {
  const world = await home.openWorld()
  try {
    await work(world)
  } finally {
    await world.db.close()
  }
}

/**
 * Checks that the server has the state of the answered requests, and that the interrupted request was applied
 * completely or not at all; repeats it in the latter case.
 */
async function checkWriter(
  world: World,
  { api }: ServerProcess,
  home: ServerInstallation,
  writer: RandomWriter,
): Promise<void> {
  const { artifacts: before, interrupted } = writer
  const title = interrupted?.title ?? null
  const [created] = title === null ? [] : await artifactsWithTitle(world, title)
  if (interrupted !== undefined && (title === null || created !== undefined)) {
    const done = interrupted.operation.outcome(before, created ?? 0)
    const state = await readStates(home, api, new Set([...before.keys(), ...done.keys()]))
    expect([before, done]).toContainEqual(state)
    if (isDeepStrictEqual(state, done)) writer.markCompleted(created ?? 0)
  }
  if (title !== null && created === undefined) await writer.retryInterrupted(api)
  if (title !== null) expect(await artifactsWithTitle(world, title)).toHaveLength(1)
  writer.markNotDone()
  expect(await readStates(home, api, writer.artifacts.keys())).toEqual(writer.artifacts)
  const deletedRows = world.db.read.selectFrom('artifact').select('id').where(inList('id', writer.deleted))
  expect(await deletedRows.execute()).toEqual([])
}

/** Returns the artifacts that were created with this title. */
async function artifactsWithTitle(world: World, title: string): Promise<ArtifactId[]> {
  const rows = await world.db.read
    .selectFrom('changeset')
    .select('artifact_id as id')
    .where('values', 'like', `%${title}%`)
  return (await rows.execute()).map(({ id }) => id)
}

/** Each change is logged once, and delivered at least once, always with the same body; nothing else is delivered. */
async function checkDeliveries(
  world: World,
  writers: readonly RandomWriter[],
  received: readonly ReceivedRequest[],
): Promise<void> {
  const changes = await world.db.read.selectFrom('change').select(['id', 'kind', 'artifact_id']).execute()
  const createdCount = writers.reduce((sum, writer) => sum + writer.createdTitles.length, 0)
  expect(changes.filter(({ kind }) => kind === 'created')).toHaveLength(createdCount)
  const deliveries = await world.db.read
    .selectFrom('webhook_delivery')
    .select(['change_id', 'status', 'request_id', 'event'])
    .$narrowType<{ change_id: ChangeId }>()
    .execute()
  expect(deliveries.map((each) => each.change_id).sort(byNumber)).toEqual(changes.map(({ id }) => id).sort(byNumber))

  const existing = new Set(writers.flatMap(({ artifacts }) => [...artifacts.keys()]))
  const changesOfExisting = new Set(changes.filter((each) => existing.has(each.artifact_id)).map(({ id }) => id))
  for (const { change_id, status, event } of deliveries) {
    // A delivery about an artifact that was deleted in the meantime may be withheld.
    const allowed = changesOfExisting.has(change_id) || event === 'delete' ? ['delivered'] : ['delivered', 'withheld']
    expect(allowed).toContain(status)
  }
  const bodies = Map.groupBy(received, ({ headers }) => String(headers['x-tulipwood-delivery']))
  const delivered = deliveries.filter(({ status }) => status === 'delivered').map(({ request_id }) => request_id)
  expect([...bodies.keys()].sort()).toEqual(delivered.sort())
  for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
}

const byNumber = (a: number, b: number): number => a - b
