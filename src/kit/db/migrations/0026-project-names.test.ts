import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../../test/kit/each-database.ts'
import { projectNames } from './0026-project-names.ts'
import { migrations } from './list.ts'

describeOnEachDatabase((place) => {
  it('projects that are there are found by their names', async () => {
    const old = await place.open(migrations.slice(0, migrations.indexOf(projectNames)))
    const texts = { description: '', long_description: '', icon: '', access: 'public', status: 'active', banner: null }
    const rows = ['Été', 'Herbst'].map((name, n) => ({
      ...{ ...texts, id: n + 101, name, short_name: `Season-${n}`, short_name_key: `season-${n}` },
      ...{ is_template: 0, is_synchronized: 0, created_on: 0, created_from: null },
    }))
    await old.write((tx) =>
      tx
        .insertInto('project')
        .values(rows as never)
        .execute(),
    )
    const now = await place.open(migrations)
    const found = await now.read
      .selectFrom('project')
      .select('found_text')
      .where('id', '>', 100 as never)
      .orderBy('id')
      .execute()
    expect(found.map(({ found_text }) => found_text)).toEqual(['ete\nseason-0', 'herbst\nseason-1'])
  })
})
