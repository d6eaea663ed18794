import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../db/db.ts'
import { loadChangesAfter, readFeedPosition } from './change-feed.ts'
import { ensureDatabaseId, readEpoch, replaceDatabaseId } from './database-epoch.ts'
import { readRevisions } from './revisions.ts'

describeOnEachDatabase((place) =>
  describe('the epoch of a database', () => {
    let one: Database
    let two: Database
    beforeAll(async () => {
      one = await place.open()
      two = await place.open()
    })

    it('is the same for all nodes, which start at once or later', async () => {
      await Promise.all([ensureDatabaseId(one), ensureDatabaseId(two)])
      const epoch = await readEpoch(one.read)
      expect(epoch).not.toBe('')
      await ensureDatabaseId(two)
      expect(await readEpoch(two.read)).toBe(epoch)
      expect(await one.write(readEpoch)).toBe(epoch)
      expect((await readRevisions(one.quickRead)).epoch).toBe(epoch)
    })

    it('is another one after a restore, and positions of the change log are unknown then', async () => {
      const epoch = await readEpoch(one.read)
      const position = await readFeedPosition(one.read)
      expect((await loadChangesAfter(two.read, position, 10)).changes).toEqual([])
      await two.write(replaceDatabaseId)
      expect(await readEpoch(one.read)).not.toBe(epoch)
      const later = await loadChangesAfter(one.read, position, 10)
      expect(later.changes).toBeUndefined()
      expect((await loadChangesAfter(one.read, later.position, 10)).changes).toEqual([])
    })

    it.skipIf(place.dialect === 'sqlite')('is another one where a copy starts in another place', async () => {
      const epoch = await readEpoch(one.read)
      await one.write((tx) => sql`update revision set n = n + 1 where topic = 'database origin'`.execute(tx))
      await Promise.all([ensureDatabaseId(one), ensureDatabaseId(two)])
      const next = await readEpoch(one.read)
      expect(next).not.toBe(epoch)
      await ensureDatabaseId(two)
      expect(await readEpoch(one.read)).toBe(next)
    })

    it.skipIf(place.dialect === 'sqlite')('needs no rights on the server', async () => {
      const client = new pg.Client({ connectionString: place.options().url })
      await client.connect()
      try {
        await client.query('begin; create role epoch_reader; set role epoch_reader')
        const { rows } = await client.query(
          'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline from pg_control_system()',
        )
        expect(rows).toEqual([{ timeline: '00000001' }])
      } finally {
        await client.query('rollback')
        await client.end()
      }
    })
  }),
)
