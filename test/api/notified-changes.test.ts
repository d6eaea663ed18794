import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockArtifact } from '../../src/artifacts/store/artifacts.ts'
import type { Tx } from '../../src/database/db/db.ts'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker } from './writes/write-fixture.ts'

onEachDatabase((dialect) => {
  describe('a change of an artifact', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let id: ArtifactId

    const entry = (key: string, value: unknown) => ({ field_id: getField(shop, key), value })
    const create = async (login: string, tracker = 'task'): Promise<ArtifactId> => {
      const values = tracker === 'task' ? [entry('title', 'First')] : [entry('plain:word', 'First')]
      return (await server.as(login).post('artifacts', { tracker: getTracker(shop, tracker), values })).body.id
    }
    let count = 0
    const change = async (login: string, more: object = {}): Promise<void> => {
      const body = { values: [entry('title', `Change ${++count}`)], ...more }
      expect((await server.as(login).put(`artifacts/${id}`, body)).status).toBe(200)
    }
    const comment = (body: string) => ({ comment: { body, format: 'text' } })
    const removeJobs = () => server.world.db.write((tx) => tx.deleteFrom('job').execute())
    const listChanges = async () => {
      const { read } = server.world.db
      const changes = await read.selectFrom('change').select('id').where('artifact_id', '=', id).orderBy('id').execute()
      return changes.map((row) => row.id)
    }
    /** Returns the payloads of the jobs that notify. */
    const listJobs = async () => {
      const query = server.world.db.read.selectFrom('job').select('payload').where('kind', '=', 'spread-changes')
      return (await query.orderBy('id').execute()).map(({ payload }) => JSON.parse(payload))
    }
    /** Runs work in a transaction that is open until `commit`. */
    async function hold(work: (tx: Tx) => Promise<unknown>) {
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const over = server.world.db.write(async (tx) => {
        await work(tx)
        held.resolve()
        await released.promise
      })
      over.catch(held.reject)
      await held.promise
      const commit = async (): Promise<void> => {
        released.resolve()
        await over
      }
      return { commit }
    }
    const untilWaiting = () =>
      vi.waitFor(
        async () => {
          const query = sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          expect((await query.execute(server.world.db.read)).rows).toHaveLength(1)
        },
        { timeout: 20_000, interval: 20 },
      )
    const expectJobs = async (number: number) => {
      const latest = (await listChanges()).slice(-1)
      expect(await listJobs()).toEqual(Array.from({ length: number }, () => ({ changes: latest })))
    }

    beforeAll(async () => {
      shop = (await createWriteFixture(server)).shop
    })
    beforeEach(async () => {
      id = await create('alice')
      await removeJobs()
    })

    it('that no other user follows is logged without a job', async () => {
      await change('alice')
      await change('alice', comment('Done'))
      expect(await listChanges()).toHaveLength(3)
      expect(await listJobs()).toEqual([])
    })

    it('that only its author watches is logged without a job', async () => {
      expect((await server.as('alice').put(`artifacts/${id}/watch`)).status).toBe(200)
      await change('alice')
      expect(await listJobs()).toEqual([])
    })

    it('that another user watches has one job, until they stop', async () => {
      expect((await server.as('boss').put(`artifacts/${id}/watch`)).status).toBe(200)
      await change('alice')
      await expectJobs(1)
      await server.as('boss').delete(`artifacts/${id}/watch`)
      await removeJobs()
      await change('alice')
      expect(await listJobs()).toEqual([])
    })

    it.skipIf(dialect === 'sqlite')('sees a user who began to watch while it waited', async () => {
      const watching = await hold(async (tx) => {
        await lockArtifact(tx, id)
        await tx
          .insertInto('artifact_watcher')
          .values({ artifact_id: id, user_id: server.idOf('boss') })
          .execute()
      })
      const changing = change('alice')
      await untilWaiting()
      await watching.commit()
      await changing
      await expectJobs(1)
    })

    it.skipIf(dialect === 'sqlite')('that is running is finished before another user watches', async () => {
      const running = await hold((tx) => lockArtifact(tx, id))
      const watching = server.as('boss').put(`artifacts/${id}/watch`)
      await untilWaiting()
      await running.commit()
      expect((await watching).status).toBe(200)
    })

    it('on which another user commented has one job', async () => {
      await change('boss', comment('Why?'))
      await removeJobs()
      await change('alice')
      await expectJobs(1)
    })

    it('of the artifact of another user has one job', async () => {
      await change('boss')
      await expectJobs(1)
    })

    it.each<[string, () => object]>([
      ['its comment', () => comment('Look, @boss')],
      ['a new text', () => ({ values: [entry('details', 'Look, @boss')] })],
    ])('that mentions a user in %s has one job', async (_, more) => {
      await change('alice', more())
      await expectJobs(1)
      await removeJobs()
      await change('alice')
      expect(await listJobs()).toEqual([])
    })

    it('that adds a link from another artifact has a job only if a user follows that one', async () => {
      const other = await create('alice')
      const links = (...sources: readonly number[]) => ({
        values: [
          {
            field_id: getField(shop, 'links'),
            all_links: sources.map((source) => ({ id: source, direction: 'reverse', type: '' })),
          },
        ],
      })
      await change('alice', links(other))
      expect(await listJobs()).toEqual([])
      await server.as('boss').put(`artifacts/${other}/watch`)
      await change('alice', links())
      const [job, ...more] = await listJobs()
      expect(more).toEqual([])
      const { read } = server.world.db
      const changes = read.selectFrom('change').select('id').where('artifact_id', '=', other).orderBy('id')
      expect(job).toEqual({ changes: (await changes.execute()).slice(-1).map((row) => row.id) })
    })

    it('in a tracker with a webhook has one job', async () => {
      const hook = { url: 'https://hook.example', events: ['update'], format: 'json' }
      const url = `trackers/${getTracker(shop, 'plain').id}/webhooks`
      const { status, body } = await server.as('boss').post(url, hook)
      expect(status, JSON.stringify(body)).toBe(201)
      id = await create('alice', 'plain')
      await removeJobs()
      await server.as('alice').put(`artifacts/${id}`, { values: [entry('plain:word', 'Second')] })
      await expectJobs(1)
    })

    it('of an artifact without a submitter has a job for its followers only', async () => {
      await server.world.db.write((tx) =>
        tx.updateTable('artifact').set({ submitted_by: null }).where('id', '=', id).execute(),
      )
      await change('alice')
      expect(await listJobs()).toEqual([])
      await server.as('boss').put(`artifacts/${id}/watch`)
      await change('alice')
      await expectJobs(1)
    })
  })
})
