import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { type IndexRow, indexTables } from '../../fields/storage/indexes.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'

/** Loads all index rows of these artifacts. */
export async function loadIndexRows(db: Reader, ids: readonly ArtifactId[]): Promise<IndexRow[]> {
  const [lists, opens, numbers, dates, links, files, texts] = await Promise.all([
    db.selectFrom('value_list').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_open').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_number').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_date').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_link').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_file').selectAll().where(inList('artifact_id', ids)).execute(),
    db.selectFrom('value_text').selectAll().where(inList('artifact_id', ids)).execute(),
  ])
  const place = (row: { artifact_id: ArtifactId; field_id: IndexRow['fieldId'] }) => ({
    artifactId: row.artifact_id,
    fieldId: row.field_id,
  })
  return [
    ...lists.map((row): IndexRow => ({ ...place(row), entry: { family: 'list', value: row.value_id } })),
    ...opens.map((row): IndexRow => ({ ...place(row), entry: { family: 'open', value: row.open_value_id } })),
    ...numbers.map((row): IndexRow => ({ ...place(row), entry: { family: 'number', value: row.value } })),
    ...dates.map((row): IndexRow => ({ ...place(row), entry: { family: 'date', value: row.value } })),
    ...files.map((row): IndexRow => ({ ...place(row), entry: { family: 'file', value: row.file_id } })),
    ...texts.map((row): IndexRow => ({ ...place(row), entry: { family: 'text', value: row.text } })),
    ...links.map(({ target_id: value, type, position, ...row }): IndexRow => {
      return { ...place(row), entry: { family: 'link', value, type, position } }
    }),
  ]
}

/** Returns deleted artifacts that still have index rows, by table, limited for each. */
export async function findOrphanedIndexRows(db: Reader, limit: number): Promise<{ table: string; id: ArtifactId }[]> {
  const rowsByTable = await Promise.all(
    indexTables.map((table) =>
      db
        .selectFrom(table)
        .select('artifact_id as id')
        .distinct()
        .where(sql<boolean>`not exists (select 1 from artifact where artifact.id = ${sql.ref(`${table}.artifact_id`)})`)
        .orderBy('artifact_id')
        .limit(limit)
        .execute(),
    ),
  )
  return rowsByTable.flatMap((rows, index) => rows.map(({ id }) => ({ table: indexTables[index] ?? '', id })))
}
