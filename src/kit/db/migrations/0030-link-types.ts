import type { Kysely } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { columnTypes } from '../migrate.ts'

/** A link type that was ever used stays: the histories of artifacts refer to it. */
export const linkTypes: Migration = {
  name: '0030-link-types',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    await db.schema
      .alterTable('link_type')
      .addColumn('is_used', columnTypes(dialect).flag, (column) => column.notNull().defaultTo(0))
      .execute()
    for (const { short_name, is_system } of await db
      .selectFrom('link_type')
      .select(['short_name', 'is_system'])
      .execute()) {
      const current = await db
        .selectFrom('value_link')
        .select('artifact_id')
        .where('type', '=', short_name)
        .limit(1)
        .execute()
      // System types are never deleted, so a scan of every history is only worth its time for the others.
      const isUsed = current.length > 0 || (is_system === 0 && (await isInHistory(db, short_name)))
      if (isUsed) await db.updateTable('link_type').set({ is_used: 1 }).where('short_name', '=', short_name).execute()
    }
  },
}

/** A pattern may match too much (`_` is any character): then the type stays. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function isInHistory(db: Kysely<any>, shortName: string): Promise<boolean> {
  const pattern = `%"type":${JSON.stringify(shortName)}%`
  return (await db.selectFrom('changeset').select('id').where('values', 'like', pattern).limit(1).execute()).length > 0
}
