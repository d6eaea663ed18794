import { type Kysely, sql } from 'kysely'
import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/**
 * Users who changed an artifact before its last author (tables.ts).
 *
 * Nodes of the previous release do not write this table, and until all of them are replaced it falls behind: a user is
 * missing whose last change such a node followed with the change of another user, and rows of artifacts that it moved or
 * deleted stay with their old tracker. Readers then offer too few or too many users in lists of modifiers; no write
 * fails, because the table references no other one. A move by a newer node writes the rows of its artifact again, and
 * `doctor` reports the others. The next release can repeat `addFormerModifiers`, which adds what is missing.
 */
export const artifactModifier: Migration = {
  name: '0005-artifact-modifier',
  async up(db, dialect) {
    await createTables(db, dialect, {
      artifact_modifier: {
        columns: { tracker_id: 'id', user_id: 'id', artifact_id: 'id' },
        key: ['tracker_id', 'user_id', 'artifact_id'],
        isClustered: true,
        indexes: [['artifact_id']],
      },
    })
    await addFormerModifiers(db)
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

/** The histories of so many artifacts are read by one statement. */
const artifactsAtOnce = 5000

async function addFormerModifiers(db: Kysely<AnyTables>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from
      (select id from artifact where id > ${after} order by id limit ${artifactsAtOnce}) as part`.execute(db)
    const last = rows[0]?.last ?? null
    if (last === null) return
    await sql`insert into artifact_modifier (tracker_id, user_id, artifact_id)
      select distinct artifact.tracker_id, changeset.submitted_by, artifact.id
      from artifact join changeset on changeset.artifact_id = artifact.id
      where artifact.id > ${after} and artifact.id <= ${last}
        and changeset.artifact_id > ${after} and changeset.artifact_id <= ${last}
        and changeset.submitted_by is not null and (artifact.updated_by is null or changeset.submitted_by <> artifact.updated_by)
      on conflict do nothing`.execute(db)
    after = last
  }
}
