import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import { columnTypes, type Migration } from '../migrate.ts'

/**
 * `updated_on` becomes the time of the last change. The date that distinguishes the version in `Last-Modified`, which
 * may be later, gets its own column; null: it is the same.
 */
export const versionDates: Migration = {
  name: '0031-version-dates',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    await db.schema.alterTable('artifact').addColumn('version_date', columnTypes(dialect).time).execute()
    const changedOn = sql`(select submitted_on from changeset where changeset.id = artifact.last_changeset_id)`
    await sql`update artifact set version_date = updated_on, updated_on = ${changedOn}
      where updated_on <> ${changedOn}`.execute(db)
  },
}
