import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import { inList } from '../../database/sql/sql.ts'
import { buildIndexWords } from '../../database/sql/text-index.ts'
import { deleteTexts, insertTexts, selectTextRows, type TextRow } from '../../database/statements/indexed-texts.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import { prepareStatement } from '../../database/statements/prepared-statements.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Field, StoredValues } from '../model/field.ts'
import type { IndexEntry, IndexFamily } from '../model/index-entry.ts'
import { getFieldType } from '../registry/registry.ts'

/** An entry of a field of an artifact. */
export interface IndexRow {
  readonly artifactId: ArtifactId
  readonly fieldId: Field['id']
  readonly entry: IndexEntry
}

/** Rows of the current values of one artifact; `fields` are the tracker's. */
export function buildIndexRows(artifactId: ArtifactId, fields: readonly Field[], values: StoredValues): IndexRow[] {
  const rows: IndexRow[] = []
  for (const field of fields) {
    const value = values[field.id]
    if (value === undefined) continue
    for (const entry of getFieldType(field.type).storage?.indexEntries?.(value, field) ?? []) {
      rows.push({ artifactId, fieldId: field.id, entry })
    }
  }
  return rows
}

/** Adds rows of artifacts that have none of these fields yet: few statements a table, however many the artifacts. */
export async function writeIndexes(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
  const byFamily = rowsByFamily(rows)
  const texts = await mapWithPauses(byFamily.text, (row) => textRow(tx, row))
  await runPipelined(
    tx,
    () => insertRows(tx, 'value_list', byFamily.list.map(listRow)),
    () => insertRows(tx, 'value_open', byFamily.open.map(openRow)),
    () => insertRows(tx, 'value_number', byFamily.number.map(plainRow)),
    () => insertRows(tx, 'value_date', byFamily.date.map(plainRow)),
    () => insertRows(tx, 'value_link', byFamily.link.map(linkRow)),
    () => insertRows(tx, 'value_file', byFamily.file.map(fileRow)),
    () => insertTexts(tx, 'value_text', texts),
  )
}

/** Removes every row of these artifacts. */
export async function clearIndexes(tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void> {
  if (artifactIds.length === 0) return
  const isOfThese = inList('artifact_id', artifactIds)
  for (const table of indexTables) {
    if (table === 'value_text') await clearTexts(tx, isOfThese)
    else await tx.deleteFrom(table).where(isOfThese).execute()
  }
}

/** Removes the rows of `value_text` that a condition is true of. */
export async function clearTexts(tx: Tx, where: RawBuilder<boolean>): Promise<void> {
  if (getDialect(tx) === 'postgres') await tx.deleteFrom('value_text').where(where).execute()
  else await deleteTexts(tx, 'value_text', await selectTextRows(tx, 'value_text', where))
}

/** Replaces the rows of these artifacts. */
export async function replaceIndexes(
  tx: Tx,
  artifactIds: readonly ArtifactId[],
  rows: readonly IndexRow[],
): Promise<void> {
  await clearIndexes(tx, artifactIds)
  await writeIndexes(tx, rows)
}

/** Replaces the rows of these fields of one artifact; those of its other fields stay. */
export async function replaceFieldIndexes(
  tx: Tx,
  { id: artifact, values: before }: { readonly id: ArtifactId; readonly values: StoredValues },
  fields: readonly Field[],
  values: StoredValues,
): Promise<void> {
  const families = new Set(fields.flatMap(({ type }) => getFieldType(type).storage?.families ?? []))
  const old = rowsByFamily(buildIndexRows(artifact, fields, before))
  const rows = buildIndexRows(artifact, fields, values)
  const links = compareLinks(old.link, rowsByFamily(rows).link)
  const where = { artifact, fields: fields.map(({ id }) => id), targets: links.removed }
  await runPipelined(tx, ...[...families].map((family) => () => clearFields[family](tx, where)), () =>
    writeIndexes(tx, [...rows.filter(({ entry }) => entry.family !== 'link'), ...links.added]),
  )
}

/**
 * Returns the targets whose rows are removed, and the rows that are added afterwards. Rows that stay the same are not
 * written: what their targets show stays the same, too.
 */
function compareLinks(old: readonly RowOf<'link'>[], now: readonly RowOf<'link'>[]) {
  const keyOf = ({ fieldId, entry: { value, type, position } }: RowOf<'link'>) =>
    [fieldId, value, position, type].join(' ')
  const [before, after] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))]
  const removed = new Set(old.flatMap((row) => (after.has(keyOf(row)) ? [] : [row.entry.value])))
  const added = now.filter((row) => removed.has(row.entry.value) || !before.has(keyOf(row)))
  return { removed: [...removed], added }
}

interface ClearedRows {
  readonly artifact: ArtifactId
  readonly fields: readonly number[]
  /** Of links. */
  readonly targets: readonly number[]
}

const deleteLinks = prepareStatement<Pick<ClearedRows, keyof ClearedRows>, unknown>((db, { value, inList: among }) =>
  // `db` is a transaction here; `prepared` only knows the type of a reader.
  (db as Tx)
    .deleteFrom('value_link')
    .where('artifact_id', '=', value('artifact'))
    .where(among('field_id', 'fields'))
    .where(among('target_id', 'targets')),
)

const clearLinks = async (tx: Tx, where: ClearedRows): Promise<void> => {
  if (where.targets.length > 0) await deleteLinks(tx, where)
}

// Each update of an artifact uses some of these statements.
const deleteRowsOfFields = (table: (typeof indexTables)[number]) =>
  prepareStatement<{ artifact: ArtifactId; fields: readonly number[] }, unknown>((db, { value, inList: among }) =>
    // `db` is a transaction here; `prepared` only knows the type of a reader.
    (db as Tx).deleteFrom(table).where('artifact_id', '=', value('artifact')).where(among('field_id', 'fields')),
  )

/** The tables of current values. */
export const indexTables = [
  'value_list',
  'value_open',
  'value_number',
  'value_date',
  'value_link',
  'value_file',
  'value_text',
] as const

const deleteTextsOfFields = deleteRowsOfFields('value_text')
const textsOfFields = prepareStatement<{ artifact: ArtifactId; fields: readonly number[] }, TextRow>(
  (db, { value, inList: among }) =>
    db
      .selectFrom('value_text')
      .select(['id', sql<number>`length(text)`.as('length')])
      .where('artifact_id', '=', value('artifact'))
      .where(among('field_id', 'fields')),
)

async function clearTextsOfFields(tx: Tx, where: Pick<ClearedRows, 'artifact' | 'fields'>): Promise<void> {
  if (getDialect(tx) === 'postgres') await deleteTextsOfFields(tx, where)
  else await deleteTexts(tx, 'value_text', await textsOfFields(tx, where))
}

const clearFields = {
  list: deleteRowsOfFields('value_list'),
  open: deleteRowsOfFields('value_open'),
  number: deleteRowsOfFields('value_number'),
  date: deleteRowsOfFields('value_date'),
  link: clearLinks,
  file: deleteRowsOfFields('value_file'),
  text: clearTextsOfFields,
} satisfies Record<IndexFamily, unknown>

type RowOf<F extends IndexFamily> = IndexRow & { readonly entry: { readonly family: F } }

function rowsByFamily(rows: readonly IndexRow[]): { readonly [F in IndexFamily]: RowOf<F>[] } {
  const is =
    <F extends IndexFamily>(family: F) =>
    (row: IndexRow): row is RowOf<F> =>
      row.entry.family === family
  return {
    list: rows.filter(is('list')),
    open: rows.filter(is('open')),
    number: rows.filter(is('number')),
    date: rows.filter(is('date')),
    link: rows.filter(is('link')),
    file: rows.filter(is('file')),
    text: rows.filter(is('text')),
  }
}

const idsOf = ({ fieldId, artifactId }: IndexRow) => ({ field_id: fieldId, artifact_id: artifactId })
const listRow = (row: RowOf<'list'>) => ({ ...idsOf(row), value_id: row.entry.value })
const openRow = (row: RowOf<'open'>) => ({ ...idsOf(row), open_value_id: row.entry.value })
const plainRow = (row: RowOf<'number' | 'date'>) => ({ ...idsOf(row), value: row.entry.value })
const fileRow = (row: RowOf<'file'>) => ({ ...idsOf(row), file_id: row.entry.value })
const textRow = (tx: Tx, row: RowOf<'text'>) => ({
  ...idsOf(row),
  text: row.entry.value,
  words: buildIndexWords(tx, row.entry.value),
})
const linkRow = (row: RowOf<'link'>) => ({
  ...idsOf(row),
  target_id: row.entry.value,
  type: row.entry.type,
  position: row.entry.position,
})
