import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockArtifact } from '../../src/artifacts/store/artifacts.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
} from '../kit/project-fixture.ts'
import { type RaceServers, startRaceServers } from '../kit/race-servers.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

type Json = any

/** A few rounds by default; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 6, full: 15 })
const timeout = 60_000 + rounds * 3000

alwaysOnEachDatabase((dialect) => {
  describe('a list value that is removed while an artifact gets it', () => {
    const server = createServer(dialect)

    it.each(['PUT', 'POST'] as const)('stays if %s succeeds, whichever waits for the other', async (method) => {
      const shop = await createProjectFixture(server, `shop${method.toLowerCase()}`, {
        administrators: [server.idOf('admin')],
        trackers: () => [
          createTrackerDefinition('task', [
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['Open', ''], ['Done', '']) }),
          ]),
        ],
      })
      const admin = server.as('admin')
      const [field, tracker] = [Number(shop.fields.get('status')), Number(shop.trackers.get('task'))]
      const entry = (label: string) => ({ field_id: field, bind_value_ids: [Number(shop.values.get(label))] })
      const create = (label: string) => admin.post('artifacts', { tracker: { id: tracker }, values: [entry(label)] })
      const { body: created } = await create('Open')
      const [isHeld, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = server.world.db.write(async (tx) => {
        // What a change waits for after it has loaded the tracker; SQLite has one writer.
        if (method === 'PUT') await lockArtifact(tx, created.id)
        else if (dialect === 'postgres') await sql`lock table artifact in exclusive mode`.execute(tx)
        isHeld.resolve()
        await isReleased.promise
      })
      await isHeld.promise
      const remove = () => admin.patch(`tracker_fields/${field}`, { values: [{ id: shop.values.get('Open') }] })
      const change = () =>
        method === 'PUT' ? admin.put(`artifacts/${created.id}`, { values: [entry('Done')] }) : create('Done')
      const first = (dialect === 'postgres' ? change : remove)()
      await setTimeout(200)
      const second = (dialect === 'postgres' ? remove : change)()
      await setTimeout(200)
      isReleased.resolve()
      await holding
      const [changed, removed] = dialect === 'postgres' ? [await first, await second] : [await second, await first]
      expect(removed.status).toBe(200)
      expect(changed.status).toBe(dialect === 'postgres' ? { PUT: 200, POST: 201 }[method] : 400)
      if (dialect === 'sqlite') return
      const { body } = await admin.get(`artifacts/${method === 'PUT' ? created.id : changed.body.id}`)
      expect(body.values.find((each: Json) => each.field_id === field).values).toMatchObject([{ label: 'Done' }])
    })
  })

  describe('changes of trackers at the same time as other requests', () => {
    let home: ServerInstallation
    let servers: RaceServers

    beforeAll(async () => {
      home = await createInstallation(dialect)
      servers = await startRaceServers(home, dialect)
    })
    afterAll(async () => {
      await servers.stop()
      await home.remove()
    })

    const field = (key: string): number => Number(home.project.fields.get(key))
    const tracker = (name: string): number => Number(home.project.trackers.get(name))
    async function succeed(method: string, path: string, body?: object): Promise<Json> {
      const { status, body: found } = await servers.call(method, path, body)
      expect([200, 201], JSON.stringify(found)).toContain(status)
      return found
    }
    async function expectConsistent(): Promise<void> {
      const world = await home.openWorld()
      try {
        expect(await findContradictions(world.db)).toEqual([])
      } finally {
        await world.db.close()
      }
    }
    const statusOf = async (id: number): Promise<string | undefined> => {
      const { values } = await succeed('GET', `artifacts/${id}`)
      return values.find((each: Json) => each.field_id === field('task:status'))?.values[0]?.label
    }

    it(
      'a list value that is removed while artifacts get it stays in those whose change succeeded',
      async () => {
        const title = (name: string, value: string) => ({ field_id: field(`${name}:title`), value })
        const create = async (name: string, status?: object): Promise<number> => {
          const values = [title(name, 'A'), ...(status === undefined ? [] : [status])]
          return (await succeed('POST', 'artifacts', { tracker: { id: tracker(name) }, values })).id
        }
        const ids = await Promise.all(Array.from({ length: 8 }, () => create('task')))
        let successes = 0
        for (let round = 0; round < rounds; round += 1) {
          const label = `v${round}`
          const add = async (name: string) => {
            const { values } = await succeed('PATCH', `tracker_fields/${field(name)}`, { new_values: [label] })
            const added = values.find((each: Json) => each.label === label)
            return { id: added.id, others: values.filter((each: Json) => each.id !== added.id) }
          }
          const { id: value, others } = await add('task:status')
          const { id: storyValue } = await add('story:status')
          const story = await create('story', { field_id: field('story:status'), bind_value_ids: [storyValue] })
          const values = [{ field_id: field('task:status'), bind_value_ids: [value] }]
          const change = async (id: number) => {
            const { status } = await servers.call('PUT', `artifacts/${id}`, { values })
            return status === 200 ? [id] : []
          }
          const post = async () => {
            const body = { tracker: { id: tracker('task') }, values: [title('task', 'B'), ...values] }
            const { status, body: created } = await servers.call('POST', 'artifacts', body)
            return status === 201 ? [created.id] : []
          }
          const changeSeveral = async (several: readonly number[]) => {
            const items = several.map((id) => ({ id }))
            const { body } = await servers.call('POST', `trackers/${tracker('task')}/artifact_changes`, {
              artifacts: items,
              values,
            })
            return (body.results ?? []).flatMap((each: Json) => (each.status === 200 ? [each.id] : []))
          }
          const move = async () => {
            const { status } = await servers.call('PATCH', `artifacts/${story}`, {
              move: { tracker_id: tracker('task') },
            })
            expect(status).toBe(200)
            // A value without a counterpart is not moved.
            return []
          }
          const remove = async () => {
            const body = { values: others.map((each: Json) => ({ id: each.id })) }
            expect((await servers.call('PATCH', `tracker_fields/${field('task:status')}`, body)).status).toBe(200)
            return []
          }
          const changed = await Promise.all([
            ...ids.slice(0, 3).map(change),
            post(),
            remove(),
            move(),
            post(),
            changeSeveral(ids.slice(6)),
            ...ids.slice(3, 6).map(change),
          ])
          const succeeded = changed.flat()
          successes += succeeded.length
          expect(await Promise.all(succeeded.map(statusOf))).toEqual(succeeded.map(() => label))
        }
        servers.report('removed list values', rounds, successes)
        await expectConsistent()
      },
      timeout,
    )

    it(
      'two trackers that are made the parent of each other do not become their own ancestors',
      async () => {
        const setParent = (name: string, parent: number | null) =>
          servers.call('PUT', `trackers/${tracker(name)}/settings`, { parent_id: parent })
        for (let round = 0; round < rounds; round += 1) {
          const statuses = await Promise.all([setParent('story', tracker('task')), setParent('task', tracker('story'))])
          expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400])
          for (const name of ['story', 'task']) expect((await setParent(name, null)).status).toBe(200)
        }
        servers.report('parents', rounds, 0)
      },
      timeout,
    )

    it(
      'a form element that is changed while it is deleted is changed or not found',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const input = { type: 'string', label: `Field ${round}` }
          const { field_id: id } = await succeed('POST', `trackers/${tracker('task')}/fields`, input)
          const change = (label: string) => servers.call('PATCH', `tracker_fields/${id}`, { label })
          const [deleted, ...changed] = await Promise.all([
            servers.call('DELETE', `tracker_fields/${id}`),
            ...['a', 'b', 'c', 'd', 'e'].map(change),
          ])
          expect(deleted.status).toBe(204)
          for (const { status } of changed) expect([200, 404]).toContain(status)
        }
        servers.report('changed and deleted form elements', rounds, 0)
      },
      timeout,
    )

    it(
      'a tracker that is changed while it is deleted is changed or not found',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const change = (description: string) =>
            servers.call('PUT', `trackers/${tracker('story')}/settings`, { description })
          const [deleted, ...changed] = await Promise.all([
            servers.call('DELETE', `trackers/${tracker('story')}`),
            ...['a', 'b', 'c', 'd', 'e'].map(change),
          ])
          expect(deleted.status).toBe(204)
          for (const { status } of changed) expect([200, 404]).toContain(status)
          await succeed('POST', `trackers/${tracker('story')}/restore`)
        }
        servers.report('changed and deleted trackers', rounds, 0)
      },
      timeout,
    )
  })
})
