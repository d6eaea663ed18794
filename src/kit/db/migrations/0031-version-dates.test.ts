import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { versionDates } from './0031-version-dates.ts'
import { migrations } from './list.ts'

describeOnEachDatabase((place) => {
  it('artifacts that were dated ahead of their last change keep that date for the version alone', async () => {
    const old = await place.open(migrations.slice(0, migrations.indexOf(versionDates)))
    const artifacts = [
      [1, 100],
      [2, 103],
    ].map(([id, updated_on]) => ({
      ...{ id, tracker_id: 1, number: id, rank: id, submitted_by: null, submitted_email: null, submitted_on: 50 },
      ...{ version: 1, last_changeset_id: id, updated_by: null, updated_email: null, updated_on },
      ...{ permission_set_id: null, values: '{}' },
    }))
    const changesets = artifacts.map(({ id }) => ({
      ...{ id, artifact_id: id, submitted_by: null, submitted_email: null, submitted_on: 100, values: '{}' },
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
    const rows = { project: [project], tracker: [tracker], artifact: artifacts, changeset: changesets }
    await old.write(async (tx) => {
      for (const [table, values] of Object.entries(rows))
        await tx
          .insertInto(table as never)
          .values(values as never)
          .execute()
    })
    const now = await place.open(migrations)
    const found = now.read.selectFrom('artifact').select(['updated_on', 'version_date']).orderBy('id')
    expect(await found.execute()).toEqual([
      { updated_on: 100, version_date: null },
      { updated_on: 100, version_date: 103 },
    ])
  })
})
