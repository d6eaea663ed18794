import { sql } from 'kysely'
import { createIndexes, getColumnTypes, type Migration } from './migrate.ts'

/**
 * The time of the next attempt of a delivery, which only its job knew.
 *
 * Nodes of the previous release do not write it: until all of them are replaced, a delivery that such a node adds has
 * none, and one that it ends keeps its last one. Readers therefore look only at deliveries that wait.
 */
export const nextAttempts: Migration = {
  name: '0007-next-attempts',
  async up(db, dialect) {
    await db.schema.alterTable('webhook_delivery').addColumn('next_attempt_on', getColumnTypes(dialect).time).execute()
    const delivery =
      dialect === 'sqlite' ? sql`json_extract(payload, '$.delivery')` : sql`(payload::json ->> 'delivery')::bigint`
    await sql`update webhook_delivery set next_attempt_on = due.run_at
      from (select ${delivery} as delivery_id, run_at from job
        where kind in ('deliver-webhook', 'deliver-commit-webhook')) as due
      where webhook_delivery.id = due.delivery_id and webhook_delivery.status = 'waiting'`.execute(db)
  },
}

export const nextAttemptIndex: Migration = createIndexes('0008-next-attempt-index', [
  {
    name: 'webhook_delivery_by_webhook_id_next_attempt_on',
    table: 'webhook_delivery',
    columns: ['webhook_id', 'next_attempt_on'],
  },
])
