import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { createSequence } from '../sql.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const webhook: TableShape = {
  name: 'webhook',
  columns: {
    id: 'id',
    tracker_id: 'id',
    url: 'text',
    events: 'text',
    format: 'text',
    secret: 'text?',
    is_enabled: 'flag',
    registered_by: 'id?',
    failures: 'integer',
    paused_until: 'time?',
    created_on: 'time',
    updated_on: 'time',
  },
  key: ['id'],
  indexes: [['tracker_id', 'id']],
  references: { tracker_id: 'tracker' },
}

const tables: readonly TableShape[] = [
  {
    name: 'webhook_delivery',
    columns: {
      id: 'id',
      webhook_id: 'id',
      change_id: 'id',
      turn: 'id',
      replay_of: 'id?',
      event: 'text',
      state: 'text',
      request_id: 'text',
      body: 'text?',
      acted_as: 'id?',
      created_on: 'time',
      attempts: 'integer',
      attempted_on: 'time?',
      duration_ms: 'integer?',
      answer_status: 'integer?',
      answer_excerpt: 'text?',
      problem: 'text?',
    },
    key: ['id'],
    // What a re-run of the spreading meets: a change is delivered to a webhook once, replays apart.
    unique: [['webhook_id', 'change_id', 'turn']],
    indexes: [['webhook_id', 'id'], ['change_id'], ['created_on']],
    references: { webhook_id: 'webhook' },
  },
  {
    name: 'mail_notice',
    columns: { change_id: 'id', user_id: 'id', created_on: 'time', sent_on: 'time?', problem: 'text?' },
    key: ['change_id', 'user_id'],
    isClustered: true,
    indexes: [['created_on']],
  },
  {
    name: 'watcher',
    columns: { artifact_id: 'id', user_id: 'id' },
    key: ['artifact_id', 'user_id'],
    isClustered: true,
    indexes: [['user_id']],
  },
]

/** Webhooks get all that delivering takes; mail and watchers have their tables; a change numbers itself. */
export const webhooks: Migration = {
  name: '0004-webhooks',
  async up(db, dialect) {
    const earlier = await db.selectFrom('webhook').selectAll().orderBy('tracker_id').orderBy('url').execute()
    await db.schema.dropTable('webhook').execute()
    await makeTable(db, dialect, webhook)
    for (const [index, { tracker_id, url }] of earlier.entries()) {
      const row = {
        id: index + 1,
        tracker_id,
        url,
        events: 'create,update,delete',
        format: 'form',
        is_enabled: 0,
        failures: 0,
      }
      await db
        .insertInto('webhook')
        .values({ ...row, secret: null, registered_by: null, created_on: 0, updated_on: 0 })
        .execute()
    }
    await createSequence(db, dialect, 'webhook', earlier.length + 1)
    for (const table of tables) await makeTable(db, dialect, table)
    await createSequence(db, dialect, 'webhook_delivery', 1)
    // SQLite numbers the rows of such a table by itself; one statement less in every write.
    if (dialect === 'postgres')
      await sql`alter table change alter column id set default nextval('seq_change')`.execute(db)
  },
}
