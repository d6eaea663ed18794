import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { nextAttempts } from './0007-next-attempts.ts'
import { migrations } from './list.ts'
import type { Migration } from './migrate.ts'

/** Deliveries of the release before, with the jobs of those that wait. */
const earlierRows: Migration = {
  name: 'earlier-rows',
  async up(db) {
    await sql`insert into webhook (id, tracker_id, repository_id, url, events, format, secret, is_enabled, owner_user_id,
      failures, paused_until, created_on, updated_on)
      values (1, null, null, 'https://hook.example', 'create', 'json', null, 1, null, 0, null, 1, 1)`.execute(db)
    for (const [id, status] of ['waiting', 'waiting', 'waiting', 'delivered'].entries())
      await sql`insert into webhook_delivery (id, webhook_id, change_id, revision, replay_key, replay_of, event, status,
        request_id, body, rendered_for_user_id, created_on, attempts, attempted_on, duration_ms, response_status,
        response_excerpt, error)
        values (${id + 1}, 1, ${id + 1}, null, 0, null, 'create', ${status}, '', null, null, 1, 0, null, null, null, null,
        null)`.execute(db)
    const jobs = [
      ['deliver-webhook', '{"delivery":1,"attempt":2}', 700],
      ['deliver-commit-webhook', '{"delivery":2,"attempt":1,"trace":{"traceparent":"00"}}', 800],
      // Of a delivery that has ended since; its job ends without an attempt.
      ['deliver-webhook', '{"delivery":4,"attempt":1}', 900],
      ['send-mail', '{"change":3,"user":101}', 600],
    ] as const
    for (const [index, [kind, payload, runAt]] of jobs.entries())
      await sql`insert into job (id, kind, payload, run_at, attempts, locked_until, last_error)
        values (${index + 1}, ${kind}, ${payload}, ${runAt}, 0, null, null)`.execute(db)
  },
}

describeOnEachDatabase((place) => {
  it('gives each delivery that waits the time of its job', async () => {
    const before = migrations.slice(0, migrations.indexOf(nextAttempts))
    await place.open([...before, earlierRows])
    const db = await place.open([...before, earlierRows, nextAttempts])
    const { rows } = await sql`select id, next_attempt_on from webhook_delivery order by id`.execute(db.read)
    expect(rows).toEqual([
      { id: 1, next_attempt_on: 700 },
      { id: 2, next_attempt_on: 800 },
      { id: 3, next_attempt_on: null },
      { id: 4, next_attempt_on: null },
    ])
  })
})
