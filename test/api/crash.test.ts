import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inList } from '../../src/kit/db/sql.ts'
import type { ArtifactId, ChangeId } from '../../src/kit/ids.ts'
import type { World } from '../../src/kit/world.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { type KnownArtifact, type KnownArtifacts, RandomWriter } from '../kit/random-writer.ts'
import { roundsOf } from '../kit/rounds.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { type ReceivedRequest, startWebhookReceiver } from '../kit/webhook-receiver.ts'

/** How often the server is killed; `npm run drill:kills -- --kills 200` does it often. */
const kills = roundsOf('TULIPWOOD_KILLS', { quick: 2, full: 3 })
const clients = 4

alwaysOnEachDatabase((dialect) => {
  describe('a server that is killed at any moment while clients write', () => {
    const receiver = startWebhookReceiver()

    it(
      'keeps every answered write, leaves no half of another, makes nothing twice, and tells of all that happened',
      async () => {
        const home = await createInstallation(dialect, { hook: receiver.url })
        const writers = Array.from({ length: clients }, () => new RandomWriter(home))
        const told: ReceivedRequest[] = []
        try {
          for (let round = 0; round <= kills; round++) {
            const server = await home.startServer()
            let writing: Promise<void>[] = []
            try {
              await whileOpen(home, async (world) => {
                for (const writer of writers) await examine(world, server, home, writer)
                expect(await findContradictions(world.db)).toEqual([])
              })
              if (round < kills) writing = writers.map((writer) => writer.write(server.api))
              await sleep(20 + Math.random() * 400)
            } finally {
              await server.kill()
            }
            await Promise.all(writing)
            told.push(...receiver.take())
          }
          await whileOpen(home, async (world) => {
            // What the killed ones had taken is free again when their time is over.
            await runJobs(world, { later: 700 })
            told.push(...receiver.take())
            expect(await findContradictions(world.db)).toEqual([])
            await everybodyWasTold(world, writers, told)
          })
        } finally {
          await home.remove()
        }
        const deeds = writers.reduce((sum, writer) => sum + writer.operationCount, 0)
        expect(deeds).toBeGreaterThan(kills * 3)
        if (kills > 3) process.stdout.write(`${dialect}: ${kills} kills, ${deeds} writes, ${told.length} deliveries\n`)
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

/** What is there is what was answered; what was not answered was done wholly or not at all, and can be asked again. */
async function examine(
  world: World,
  { api }: ServerProcess,
  home: ServerInstallation,
  writer: RandomWriter,
): Promise<void> {
  const { artifacts: before, interrupted } = writer
  const title = interrupted?.title ?? null
  const [made] = title === null ? [] : await titled(world, title)
  if (interrupted !== undefined && (title === null || made !== undefined)) {
    const done = interrupted.operation.outcome(before, made ?? 0)
    const found = await shelfOf(home, api, new Set([...before.keys(), ...done.keys()]))
    expect([before, done]).toContainEqual(found)
    if (isDeepStrictEqual(found, done)) writer.markCompleted(made ?? 0)
  }
  if (title !== null && made === undefined) await writer.retryInterrupted(api)
  if (title !== null) expect(await titled(world, title)).toHaveLength(1)
  writer.markNotDone()
  expect(await shelfOf(home, api, writer.artifacts.keys())).toEqual(writer.artifacts)
  const gone = world.db.read.selectFrom('artifact').select('id').where(inList('id', writer.deleted))
  expect(await gone.execute()).toEqual([])
}

/** Artifacts that were made under this title. */
async function titled(world: World, title: string): Promise<ArtifactId[]> {
  const rows = await world.db.read
    .selectFrom('changeset')
    .select('artifact_id as id')
    .where('values', 'like', `%${title}%`)
  return (await rows.execute()).map(({ id }) => id)
}

/** These artifacts as the server shows them, those that are there. */
async function shelfOf(home: ServerInstallation, api: string, ids: Iterable<number>): Promise<KnownArtifacts> {
  const all = [...ids].sort((a, b) => a - b)
  const known = await Promise.all(all.map(async (id) => [id, await knownOf(home, api, id)] as const))
  return new Map(known.flatMap(([id, each]) => (each === undefined ? [] : [[id, each] as const])))
}

async function knownOf(
  { headers, project }: ServerInstallation,
  api: string,
  id: number,
): Promise<KnownArtifact | undefined> {
  const [answer, past] = await Promise.all([
    fetch(`${api}artifacts/${id}`, { headers }),
    fetch(`${api}artifacts/${id}/changesets?limit=50&order=desc`, { headers }),
  ])
  const [artifact, changesets]: any[] = [await answer.json(), await past.json()]
  if (answer.status === 404) return undefined
  const entry = (label: string) => artifact.values.find((each: { label: string }) => each.label === label)
  const tracker = [...project.trackers].find(([, each]) => each === artifact.tracker.id)?.[0]
  return {
    tracker: tracker ?? '',
    title: entry('title')?.value,
    points: entry('points')?.value,
    links: (entry('links')?.links ?? []).map((link: { id: number }) => link.id),
    version: Number(past.headers.get('x-pagination-size')),
    comment: changesets.find((each: any) => each.last_comment.body !== '')?.last_comment.body ?? '',
  }
}

/** Each change once in the log, each told at least once, always in the same words; nothing else is told. */
async function everybodyWasTold(
  world: World,
  writers: readonly RandomWriter[],
  told: readonly ReceivedRequest[],
): Promise<void> {
  const changes = await world.db.read.selectFrom('change').select(['id', 'kind', 'artifact_id']).execute()
  const made = writers.reduce((sum, writer) => sum + writer.createdTitles.length, 0)
  expect(changes.filter(({ kind }) => kind === 'created')).toHaveLength(made)
  const deliveries = await world.db.read
    .selectFrom('webhook_delivery')
    .select(['change_id', 'state', 'request_id', 'event'])
    .$narrowType<{ change_id: ChangeId }>()
    .execute()
  expect(deliveries.map((each) => each.change_id).sort(byNumber)).toEqual(changes.map(({ id }) => id).sort(byNumber))

  const alive = new Set(writers.flatMap(({ artifacts }) => [...artifacts.keys()]))
  const aboutAlive = new Set(changes.filter((each) => alive.has(each.artifact_id)).map(({ id }) => id))
  for (const { change_id, state, event } of deliveries) {
    // What is gone before it could be told is told of no more than that it is gone.
    const allowed = aboutAlive.has(change_id) || event === 'delete' ? ['delivered'] : ['delivered', 'withheld']
    expect(allowed).toContain(state)
  }
  const bodies = Map.groupBy(told, ({ headers }) => String(headers['x-tulipwood-delivery']))
  const delivered = deliveries.filter(({ state }) => state === 'delivered').map(({ request_id }) => request_id)
  expect([...bodies.keys()].sort()).toEqual(delivered.sort())
  for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
}

const byNumber = (a: number, b: number): number => a - b
