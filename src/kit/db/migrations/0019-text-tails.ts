import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { createTailTable, createTailTriggers } from '../text-tail.ts'

const tables = ['value_text', 'comment_text', 'audit'] as const

/** On SQLite new texts wait for others to be indexed with; PostgreSQL's indexes do so by themselves. */
export const textTails: Migration = {
  name: '0019-text-tails',
  async up(db: Kysely<unknown>, dialect: Dialect) {
    if (dialect === 'postgres') return
    await createTailTable(db)
    for (const table of tables) {
      const parts = { name: `${table}_parts`, column: 'text' }
      const words = { name: `${table}_words`, column: 'words' }
      for (const kind of table === 'audit' ? ['after'] : ['after', 'words_after'])
        for (const event of ['insert', 'delete', 'update'])
          await sql`drop trigger ${sql.id(`${table}_${kind}_${event}`)}`.execute(db)
      await createTailTriggers(db, { table, indexes: table === 'audit' ? [parts] : [parts, words] })
    }
  },
}
