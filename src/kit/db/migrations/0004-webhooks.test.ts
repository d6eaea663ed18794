import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { allocateIds } from '../sql.ts'
import { foundation } from './0001-foundation.ts'
import { changes } from './0002-changes.ts'
import { webhooks } from './0004-webhooks.ts'

describeOnEachDatabase((place) => {
  it('webhooks that came with archives are carried over, disabled, and the next one has a number of its own', async () => {
    const before = await place.open([foundation, changes])
    await before.migrate()
    await before.write(async (tx) => {
      await sql`insert into project (id, short_name, short_name_key, name, description, long_description, icon, access,
        status, is_template, is_synchronized, created_on) values (101, 'p', 'p', 'P', '', '', '', 'public', 'active', 0, 0, 0)`.execute(
        tx,
      )
      for (const id of [1, 2]) {
        await sql`insert into tracker (id, project_id, name, name_key, item_name, description, color, options, next_number)
          values (${id}, 101, 'T', 't', 't', '', '', '{}', 1)`.execute(tx)
      }
      for (const [tracker, url] of [
        [2, 'https://c.example'],
        [1, 'https://b.example'],
        [1, 'https://a.example'],
      ])
        await sql`insert into webhook (tracker_id, url) values (${tracker}, ${url})`.execute(tx)
    })

    const after = await place.open([foundation, changes, webhooks])
    await after.migrate()
    const rest = {
      events: 'create,update,delete',
      format: 'form',
      secret: null,
      is_enabled: 0,
      registered_by: null,
      failures: 0,
      paused_until: null,
    }
    expect(await after.read.selectFrom('webhook').selectAll().orderBy('id').execute()).toMatchObject([
      { id: 1, tracker_id: 1, url: 'https://a.example', ...rest },
      { id: 2, tracker_id: 1, url: 'https://b.example', ...rest },
      { id: 3, tracker_id: 2, url: 'https://c.example', ...rest },
    ])
    expect(await after.write((tx) => allocateIds(tx, 'webhook', 1))).toEqual([4])
  })
})
