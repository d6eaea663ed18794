import { type Kysely, sql } from 'kysely'
import { fold } from '../../fold.ts'
import type { Dialect } from '../engine.ts'
import { columnTypes, type Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { createTextIndex } from '../text-index.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const tables: readonly TableShape[] = [
  {
    name: 'identity_provider',
    columns: {
      id: 'id',
      label: 'text',
      issuer: 'text',
      client_id: 'text',
      client_secret: 'text?',
      login_claim: 'text',
      makes_accounts: 'flag',
      links_by_email: 'flag',
      email_domains: 'text',
      is_enabled: 'flag',
      created_on: 'time',
    },
    key: ['id'],
    unique: [['issuer']],
  },
  {
    name: 'user_identity',
    columns: { issuer: 'text', subject: 'text', user_id: 'id', linked_on: 'time', last_used_on: 'time' },
    key: ['issuer', 'subject'],
    isClustered: true,
    indexes: [['user_id']],
    references: { user_id: 'user' },
  },
  {
    name: 'password_reset',
    columns: { hash: 'text', user_id: 'id', created_on: 'time', expires_on: 'time' },
    key: ['hash'],
    isClustered: true,
    indexes: [['user_id'], ['expires_on']],
    references: { user_id: 'user' },
  },
]

const rowsAtOnce = 1000

/** Company directories, links that reset a password, and what the pages of administrators search. */
export const administration: Migration = {
  name: '0018-administration',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'identity_provider', 1)
    await db.schema.alterTable('user').addColumn('last_signed_in_on', columnTypes(dialect).time).execute()
    await db.schema.createIndex('user_by_status_login_key').on('user').columns(['status', 'login_key']).execute()

    await db.schema
      .alterTable('audit')
      .addColumn('text', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await writeTexts(db, dialect)
    await createTextIndex(db, dialect, 'audit')
    if (dialect === 'sqlite') await sql`insert into audit_parts (audit_parts) values ('rebuild')`.execute(db)
    // Each filter is an index that is in the order of the list; the one of times alone is the beginning of another.
    await db.schema.dropIndex('audit_by_at').execute()
    for (const columns of [
      ['at', 'id'],
      ['user_id', 'at', 'id'],
      ['action', 'at', 'id'],
    ])
      await db.schema
        .createIndex(`audit_by_${columns.join('_')}`)
        .on('audit')
        .columns(columns)
        .execute()
  },
}

/** What is searched of the entries that are there already (site/store/audit-site.ts writes it from now on). */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function writeTexts(db: Kysely<any>, dialect: Dialect): Promise<void> {
  for (let last = 0; ; ) {
    const query = db.selectFrom('audit').leftJoin('user', 'user.id', 'audit.user_id').where('audit.id', '>', last)
    const rows = await query
      .select(['audit.id', 'action', 'subject', 'address', 'login'])
      .orderBy('audit.id')
      .limit(rowsAtOnce)
      .execute()
    const texts = rows.map(({ id, action, subject, address, login }) => ({
      id,
      text: fold([action, subject, address ?? '', login ?? ''].join('\n')),
    }))
    const written = JSON.stringify(texts)
    await (dialect === 'postgres'
      ? sql`update audit as there set text = own.text
          from json_to_recordset(${written}::json) as own(id bigint, text text) where own.id = there.id`
      : sql`update audit as there set text = own.value ->> 'text'
          from json_each(${written}) as own where there.id = own.value ->> 'id'`
    ).execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id
  }
}
