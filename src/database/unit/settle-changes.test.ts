import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { project, projectRow, type Row, trackerRow } from '../../../test/kit/database-rows.ts'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { ArtifactId, ChangesetId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { Database, Tx } from '../db/db.ts'
import type { LogEntry } from '../effects/log-entry.ts'
import { inList } from '../sql/sql.ts'
import { insertRows } from '../statements/insert-rows.ts'
import type { Tables } from '../tables/tables.ts'
import { writeLogged } from './write-logged.ts'

const author = 102 as UserId
const entry = (artifact: number, more: Partial<LogEntry> = {}): LogEntry => ({
  kind: 'updated',
  artifactId: artifact as ArtifactId,
  trackerId: 1 as TrackerId,
  projectId: project,
  changesetId: 7 as ChangesetId,
  userId: author,
  at: 500,
  audience: 'users',
  ...more,
})
/** A statement that changes no row. */
const log = (tx: Tx, ...entries: readonly LogEntry[]) =>
  writeLogged(
    tx,
    tx.deleteFrom('artifact').where(
      inList(
        'id',
        entries.map(({ artifactId }) => artifactId),
      ),
    ),
    entries,
  )
const add = (tx: Tx, table: keyof Tables, row: Row) => insertRows(tx, table as 'setting', [row as never])

describeOnEachDatabase((place) => {
  describe('entries of the change log', () => {
    let db: Database

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        await add(tx, 'project', projectRow(project))
        for (const id of [1, 2]) await add(tx, 'tracker', trackerRow(id))
        await add(tx, 'webhook', {
          ...{ id: 1, tracker_id: 2, repository_id: null, url: 'https://hook.example', events: 'create' },
          ...{ format: 'json', secret: null, is_enabled: 1, owner_user_id: null, failures: 0, paused_until: null },
          ...{ created_on: 0, updated_on: 0 },
        })
      })
    })
    beforeEach(() => db.write((tx) => tx.deleteFrom('job').execute()).then(() => undefined))

    const logged = () => db.read.selectFrom('change').selectAll().orderBy('id').execute()
    const jobs = async (): Promise<[string, number, number[]][]> => {
      const rows = await db.read.selectFrom('job').selectAll().orderBy('id').execute()
      return rows.map(({ kind, run_at, payload }) => [kind, run_at, JSON.parse(payload).changes])
    }
    const changes = async () => (await jobs()).flatMap(([, , ids]) => ids)

    it('are written at the commit in the order of the statements, with one job for each transaction', async () => {
      await db.write((tx) => log(tx, entry(1)))
      await db.write(async (tx) => {
        await log(tx, entry(3))
        await log(tx, entry(2, { kind: 'moved', from: 2 as TrackerId, at: 501 }))
      })
      await db.write((tx) => tx.selectFrom('job').select('id').execute())
      const [first, second, third] = await logged()
      expect(first).toMatchObject({
        ...{ id: 1, at: 500, kind: 'updated', artifact_id: 1, tracker_id: 1, project_id: project },
        ...{ changeset_id: 7, user_id: author, from_tracker_id: null },
      })
      expect(second).toMatchObject({ id: 2, artifact_id: 3 })
      expect(third).toMatchObject({ id: 3, artifact_id: 2, kind: 'moved', from_tracker_id: 2, at: 501 })
      expect(await jobs()).toEqual([
        ['spread-changes', 500, [1]],
        ['spread-changes', 500, [2, 3]],
      ])
    })

    it('have a job if no user is concerned only in trackers with webhooks', async () => {
      const deletion = { kind: 'deleted', changesetId: null, audience: 'none' } as const
      await db.write((tx) => log(tx, entry(4, deletion)))
      expect(await jobs()).toEqual([])
      await db.write((tx) => log(tx, entry(5, deletion), entry(6, { ...deletion, trackerId: 2 as TrackerId })))
      expect(await changes()).toHaveLength(2)
      await db.write((tx) => tx.updateTable('webhook').set({ is_enabled: 0 }).execute())
      await db.write((tx) => log(tx, entry(6, { ...deletion, trackerId: 2 as TrackerId })))
      expect(await changes()).toHaveLength(2)
      await db.write((tx) => tx.updateTable('webhook').set({ is_enabled: 1 }).execute())
    })

    it('have a job for followers if another user watches the artifact or has commented on it', async () => {
      const followed = (artifact: number, more: Partial<LogEntry> = {}) =>
        db.write((tx) => log(tx, entry(artifact, { audience: 'followers', ...more })))
      await db.write(async (tx) => {
        await add(tx, 'artifact_watcher', { artifact_id: 21, user_id: author })
      })
      await followed(20)
      await followed(21)
      expect(await changes()).toEqual([])
      await followed(21, { userId: 103 as UserId })
      expect(await changes()).toHaveLength(1)
    })

    it('have no job for the comment of an earlier change', async () => {
      const comment = { kind: 'comment_changed', trackerId: 2 as TrackerId } as const
      await db.write((tx) => log(tx, entry(7, comment)))
      expect(await jobs()).toEqual([])
      await db.write((tx) => log(tx, entry(8, comment), entry(9)))
      const rows = await logged()
      expect(rows.slice(-2).map(({ artifact_id }) => artifact_id)).toEqual([8, 9])
      expect(await changes()).toEqual([rows.at(-1)?.id])
    })

    it('have a job for each hundred', async () => {
      await db.write((tx) => log(tx, ...Array.from({ length: 201 }, (_, each) => entry(1000 + each))))
      expect((await jobs()).map(([, , ids]) => ids.length)).toEqual([100, 100, 1])
      expect((await logged()).slice(-201).map(({ artifact_id }) => artifact_id - 1000)).toEqual(
        Array.from({ length: 201 }, (_, each) => each),
      )
    })

    it('are rolled back with their job', async () => {
      const before = await logged()
      const undone = db.write(async (tx) => {
        await log(tx, entry(8))
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect([await logged(), await jobs()]).toEqual([before, []])
    })
  })
})
