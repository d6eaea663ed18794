import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { linkTypes } from './0030-link-types.ts'
import { migrations } from './list.ts'

describeOnEachDatabase((place) => {
  it('link types of links that are or were there are in use, others are not', async () => {
    const old = await place.open(migrations.slice(0, migrations.indexOf(linkTypes)))
    const types = ['now', 'once', 'never'].map((short_name) => ({
      ...{ short_name, forward_label: 'forward', reverse_label: 'reverse', is_system: 0 },
    }))
    const project = {
      ...{ id: 101, name: 'Shop', short_name: 'shop', short_name_key: 'shop', found_text: '', icon: '', banner: null },
      ...{ description: '', long_description: '', access: 'public', status: 'active', is_template: 0 },
      ...{ is_synchronized: 0, created_on: 0, created_from: null },
    }
    const tracker = {
      ...{ id: 1, project_id: 101, parent_id: null, name: 'Tasks', name_key: 'tasks', item_name: 'task' },
      ...{ description: '', color: 'inca-silver', options: '{}', next_number: 3, deleted_on: null },
    }
    const artifact = {
      ...{ id: 1, tracker_id: 1, number: 1, rank: 1, submitted_by: null, submitted_email: null, submitted_on: 50 },
      ...{ version: 2, last_changeset_id: 2, updated_by: null, updated_email: null, updated_on: 60 },
      ...{ permission_set_id: null, values: '{}' },
    }
    const changeset = {
      ...{ id: 1, artifact_id: 1, submitted_by: null, submitted_email: null, submitted_on: 50 },
      values: '{"7":[{"target":1,"type":"once"}]}',
    }
    const link = { artifact_id: 1, field_id: 7, position: 0, target_id: 1, type: 'now' }
    const rows = {
      ...{ link_type: types, project: [project], tracker: [tracker], artifact: [artifact] },
      ...{ changeset: [changeset], value_link: [link] },
    }
    await old.write(async (tx) => {
      for (const [table, values] of Object.entries(rows))
        await tx
          .insertInto(table as never)
          .values(values as never)
          .execute()
    })
    const now = await place.open(migrations)
    const found = now.read.selectFrom('link_type').select(['short_name', 'is_used'])
    expect(await found.where('short_name', 'in', ['now', 'once', 'never']).orderBy('short_name').execute()).toEqual([
      { short_name: 'never', is_used: 0 },
      { short_name: 'now', is_used: 1 },
      { short_name: 'once', is_used: 1 },
    ])
  })
})
