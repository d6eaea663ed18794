import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import { type Database, openDatabase, type Reader } from '../db/db.ts'
import type { LogEntry } from '../effects/log-entry.ts'
import { prepareStatement, type Slots } from '../statements/prepared-statements.ts'
import { writeLogged } from '../unit/write-logged.ts'

const artifactsById = prepareStatement((db: Reader, { inList }: Slots<{ ids: readonly number[] }>) =>
  db.selectFrom('artifact').selectAll().where(inList('id', 'ids')),
)

const entry = (audience: LogEntry['audience']): LogEntry => ({
  ...{ kind: 'updated', artifactId: 1 as ArtifactId, trackerId: 1 as TrackerId, projectId: 1 as ProjectId },
  ...{ changesetId: 1 as ChangesetId, userId: 102 as UserId, at: 500, audience },
})

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL plans a statement once for a connection', () => {
  const place = createTestDatabase('postgres')

  /** How often the only connection planned a prepared statement for its parameters: at first five times. */
  async function countPlans(db: Database, part: string): Promise<number | undefined> {
    const { rows } = await sql<{ plans: number }>`select custom_plans as plans from pg_prepared_statements
      where statement like ${`%${part}%`}`.execute(db.read)
    return rows[0]?.plans
  }

  it('that has lists of different lengths', async () => {
    const db = await openDatabase({ ...place.options(), poolSize: 1 })
    await db.migrate()
    for (let run = 0; run < 10; run++) await artifactsById(db.read, { ids: run % 2 === 0 ? [1] : [1, 2, 3] })
    expect(await countPlans(db, 'select * from "artifact"')).toBe(5)
    await db.close()
  })

  it('that writes entries of the change log, for each audience', async () => {
    const db = await openDatabase({ ...place.options(), poolSize: 1 })
    await db.migrate()
    // Without rows every plan is cheap; those of artifacts are not needed.
    const client = new pg.Client(place.options().url)
    await client.connect()
    await client.query('set session_replication_role = replica')
    await client.query(`insert into changeset (id, artifact_id, submitted_on, "values")
      select n, n % 50, 1, '{}' from generate_series(1, 20000) as n`)
    await client.query('analyze changeset')
    await client.end()
    const audiences = ['users', 'followers', 'webhooks'] as const
    for (let run = 0; run < 12; run++) {
      const change = entry(audiences[run % 3] as LogEntry['audience'])
      await db.write((tx) => writeLogged(tx, tx.deleteFrom('artifact').where('id', '=', change.artifactId), [change]))
    }
    expect(await countPlans(db, 'with added as')).toBe(5)
    await db.close()
  })

  it('that locks the projects of several artifacts', async () => {
    const db = await openDatabase({ ...place.options(), poolSize: 1 })
    await db.migrate()
    for (let run = 0; run < 10; run++) {
      const changed = (run % 2 === 0 ? [1] : [1, 2, 3]) as ArtifactId[]
      await db.writeArtifacts({ changed, linked: changed }, async () => undefined)
    }
    expect(await countPlans(db, 'select key, pg_advisory_xact_lock')).toBe(5)
    await db.close()
  })
})
