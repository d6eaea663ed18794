import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { makeTable, type TableShape } from './table-shape.ts'

const webhook: TableShape = {
  name: 'webhook',
  columns: {
    id: 'id',
    tracker_id: 'id?',
    repository_id: 'id?',
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
  indexes: [
    ['tracker_id', 'id'],
    ['repository_id', 'id'],
  ],
  references: { tracker_id: 'tracker', repository_id: 'repository' },
}

const delivery: TableShape = {
  name: 'webhook_delivery',
  columns: {
    id: 'id',
    webhook_id: 'id',
    change_id: 'id?',
    revision: 'integer?',
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
  // Nothing is told to a webhook twice, replays apart.
  unique: [
    ['webhook_id', 'change_id', 'turn'],
    ['webhook_id', 'revision', 'turn'],
  ],
  indexes: [['webhook_id', 'id'], ['change_id'], ['created_on']],
  references: { webhook_id: 'webhook' },
}

/** Webhooks belong to trackers or to repositories; what a delivery tells is a change or a revision. */
export const repositoryWebhooks: Migration = {
  name: '0024-repository-webhooks',
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
  async up(db: Kysely<any>, dialect: Dialect) {
    // SQLite has no other way to let a column be null.
    for (const { name } of [delivery, webhook]) {
      await sql`create table ${sql.id(aside(name))} as select * from ${sql.table(name)}`.execute(db)
      await db.schema.dropTable(name).execute()
    }
    for (const shape of [webhook, delivery]) {
      await makeTable(db, dialect, shape)
      const since = ['repository_id', 'revision']
      const columns = sql.join(
        Object.keys(shape.columns)
          .filter((column) => !since.includes(column))
          .map((column) => sql.id(column)),
      )
      await sql`insert into ${sql.table(shape.name)} (${columns}) select ${columns} from ${sql.table(aside(shape.name))}`.execute(
        db,
      )
      await db.schema.dropTable(aside(shape.name)).execute()
    }
  },
}

const aside = (table: string): string => `${table}_aside`
