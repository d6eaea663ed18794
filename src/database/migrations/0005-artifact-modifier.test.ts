import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { artifactModifier } from './0005-artifact-modifier.ts'
import { migrations } from './list.ts'
import type { Migration } from './migrate.ts'

/** More than the migration reads at once, and not a multiple of it. */
const artifactCount = 11_003
const [alice, bob, carol] = [101, 102, 103]

/**
 * Rows of the release before: artifacts 10, 20, … in the trackers 1 and 2 in turn, each submitted by alice and last
 * changed by bob; then one for each further kind of history.
 */
const earlierRows: Migration = {
  name: 'earlier-rows',
  async up(db) {
    await sql`insert into project (id, short_name, short_name_key, name, description, long_description, icon, access,
      status, is_template, is_synchronized, created_on) values (1, 'p', 'p', 'p', '', '', '', 'public', 'active', 0, 0, 1)`.execute(
      db,
    )
    for (const id of [1, 2, 3])
      await sql`insert into tracker (id, project_id, name, name_key, item_name, description, color, options, next_number)
        values (${sql.lit(id)}, 1, 't', 't', 't', '', '', '{}', 1)`.execute(db)
    await sql`insert into artifact (id, tracker_id, number, rank, submitted_on, version, last_changeset_id, updated_by,
        updated_on, "values")
      with recursive n (n) as (select 1 union all select n + 1 from n where n < ${sql.lit(artifactCount)})
      select n * 10, 1 + n % 2, n, n, 1, 2, 0, ${sql.lit(bob)}, 1, '{}' from n`.execute(db)
    for (const [turn, author] of [alice, bob].entries())
      await sql`insert into changeset (id, artifact_id, submitted_by, submitted_on, "values")
        select id + ${sql.lit(turn)}, id, ${sql.lit(author)}, 1, '{}' from artifact`.execute(db)
    await addHistory(db, 1_000_000, [alice])
    await addHistory(db, 1_000_010, [alice, alice])
    await addHistory(db, 1_000_020, [alice, null, bob, alice, carol, bob])
    await addHistory(db, 1_000_030, [carol, null])
    await addHistory(db, 1_000_040, [null])
    await addHistory(db, 1_000_050, [])
  },
}

/** Adds an artifact of the tracker 3 with changesets of these authors; null: anonymous users. */
async function addHistory(db: Kysely<any>, id: number, authors: readonly (number | null)[]): Promise<void> {
  await sql`insert into artifact (id, tracker_id, number, rank, submitted_on, version, last_changeset_id, updated_by,
      updated_on, "values")
    values (${id}, 3, ${id}, ${id}, 1, ${authors.length}, 0, ${authors.at(-1) ?? null}, 1, '{}')`.execute(db)
  for (const [turn, author] of authors.entries())
    await sql`insert into changeset (id, artifact_id, submitted_by, submitted_on, "values")
      values (${id + turn}, ${id}, ${author}, 1, '{}')`.execute(db)
}

describeOnEachDatabase((place) => {
  it('gives each author of a changeset a row, except for the last author of an artifact', async () => {
    const before = migrations.slice(0, migrations.indexOf(artifactModifier))
    await place.open([...before, earlierRows])
    const db = await place.open([...before, earlierRows, artifactModifier])
    const { rows: ofMany } = await sql`select tracker_id, user_id, count(*) as artifacts, min(artifact_id) as first_id,
      max(artifact_id) as last_id from artifact_modifier where tracker_id < 3 group by tracker_id, user_id
      order by tracker_id`.execute(db.read)
    expect(ofMany).toEqual([
      { tracker_id: 1, user_id: alice, artifacts: 5501, first_id: 20, last_id: 110_020 },
      { tracker_id: 2, user_id: alice, artifacts: 5502, first_id: 10, last_id: 110_030 },
    ])
    const { rows: ofOthers } = await sql`select user_id, artifact_id from artifact_modifier where tracker_id = 3
      order by artifact_id, user_id`.execute(db.read)
    expect(ofOthers).toEqual([
      { user_id: alice, artifact_id: 1_000_020 },
      { user_id: carol, artifact_id: 1_000_020 },
      { user_id: carol, artifact_id: 1_000_030 },
    ])
  })
})
