import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { allocateIds } from '../sql.ts'
import { repositoryWebhooks } from './0024-repository-webhooks.ts'
import { migrations } from './list.ts'

const project = sql`insert into project (id, short_name, short_name_key, name, description, long_description, icon, access,
  status, is_template, is_synchronized, created_on) values (101, 'p', 'p', 'P', '', '', '', 'public', 'active', 0, 0, 0)`
const tracker = sql`insert into tracker (id, project_id, name, name_key, item_name, description, color, options, next_number)
  values (7, 101, 'T', 't', 't', '', '', '{}', 1)`
const webhook = sql`insert into webhook (id, tracker_id, url, events, format, secret, is_enabled, registered_by, failures,
  paused_until, created_on, updated_on) values (1, 7, 'https://a.example', 'create', 'json', 's1.x', 1, 101, 2, 50, 10, 20)`
const delivery = sql`insert into webhook_delivery (id, webhook_id, change_id, turn, replay_of, event, state, request_id, body,
  acted_as, created_on, attempts) values (1, 1, 33, 0, null, 'create', 'waiting', 'abc', '{"id":1}', 101, 30, 1)`

describeOnEachDatabase((place) => {
  it('webhooks of trackers are what they were, with what they were told, and those of repositories can be added', async () => {
    const before = await place.open(migrations.slice(0, migrations.indexOf(repositoryWebhooks)))
    await before.migrate()
    await before.write(async (tx) => {
      await allocateIds(tx, 'webhook', 1)
      for (const statement of [project, tracker, webhook, delivery]) await statement.execute(tx)
    })

    const after = await place.open(migrations)
    await after.migrate()
    const both = { tracker_id: 7, repository_id: null }
    expect(await after.read.selectFrom('webhook').selectAll().execute()).toEqual([
      {
        ...both,
        id: 1,
        url: 'https://a.example',
        events: 'create',
        format: 'json',
        secret: 's1.x',
        is_enabled: 1,
        registered_by: 101,
        failures: 2,
        paused_until: 50,
        created_on: 10,
        updated_on: 20,
      },
    ])
    const told = { id: 1, webhook_id: 1, change_id: 33, revision: null, turn: 0, body: '{"id":1}', attempts: 1 }
    expect(await after.read.selectFrom('webhook_delivery').selectAll().execute()).toMatchObject([told])
    expect(await after.write((tx) => allocateIds(tx, 'webhook', 1))).toEqual([2])
    // Nothing is told to a webhook twice.
    const again = sql`insert into webhook_delivery (id, webhook_id, change_id, turn, event, state, request_id, created_on,
      attempts) values (2, 1, 33, 0, 'create', 'waiting', 'def', 30, 0)`
    await expect(after.write((tx) => again.execute(tx))).rejects.toThrow(/unique/i)
  })
})
