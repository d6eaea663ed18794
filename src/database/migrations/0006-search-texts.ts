import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../engine/engine.ts'
import { getColumnTypes, type Migration } from './migrate.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its day, which no type describes
type AnyTables = any

/**
 * Search texts of HTML, in which inline tags no longer separate words. Nodes of the previous release that change a text
 * meanwhile delete its row and add another one, so that no row gets a text that is outdated.
 */
export const searchTexts: Migration = {
  name: '0006-search-texts',
  async up(db, dialect) {
    for (let after: number | undefined = 0; after !== undefined; ) after = await convertValues(db, dialect, after)
    for (let after: number | undefined = 0; after !== undefined; ) after = await convertComments(db, dialect, after)
  },
}

const maxArtifacts = 100
const maxComments = 200

interface SearchText {
  readonly id: number
  readonly text: string
  readonly html: string
}

/** Converts the values of some artifacts; returns the id of the last one, undefined after all of them. */
async function convertValues(db: Kysely<AnyTables>, dialect: Dialect, after: number): Promise<number | undefined> {
  const artifacts: { id: number; values: string }[] = await db
    .selectFrom('artifact')
    .select(['id', 'values'])
    .where('id', '>', after)
    .where('values', 'like', '%"format":"html"%')
    .orderBy('id')
    .limit(maxArtifacts)
    .execute()
  const last = artifacts.at(-1)
  if (last === undefined) return undefined
  const valuesOf = new Map(artifacts.map(({ id, values }) => [id, JSON.parse(values)]))
  const rows: { id: number; artifact_id: number; field_id: number; text: string }[] = await db
    .selectFrom('value_text')
    .select(['id', 'artifact_id', 'field_id', 'text'])
    .where('artifact_id', 'in', [...valuesOf.keys()])
    .orderBy('id')
    .execute()
  const texts = rows.flatMap(({ id, artifact_id, field_id, text }): SearchText[] => {
    const value = valuesOf.get(artifact_id)?.[field_id]
    return value?.format === 'html' ? [{ id, text, html: value.content }] : []
  })
  await updateTexts(db, dialect, 'value_text', texts)
  return last.id
}

/** Converts some comments; returns the id of the last one, undefined after all of them. */
async function convertComments(db: Kysely<AnyTables>, dialect: Dialect, after: number): Promise<number | undefined> {
  const { rows } = await sql<SearchText>`
    select comment_text.id, comment_text.text, comment.body as html from comment_text
      join comment on comment.id = (select max(id) from comment where changeset_id = comment_text.changeset_id)
      where comment_text.id > ${after} and comment.format = 'html'
      order by comment_text.id limit ${maxComments}`.execute(db)
  await updateTexts(db, dialect, 'comment_text', rows)
  return rows.at(-1)?.id
}

/** Writes the texts that differ; triggers of SQLite index them again. */
async function updateTexts(
  db: Kysely<AnyTables>,
  dialect: Dialect,
  table: 'value_text' | 'comment_text',
  rows: readonly SearchText[],
): Promise<void> {
  const updates = rows.flatMap(({ id, text: before, html }) => {
    const text = toSearchText(html)
    return text === before ? [] : [sql`(${id}, ${text}, ${buildWords(dialect, text)})`]
  })
  if (updates.length === 0) return
  const types = getColumnTypes(dialect)
  const typeOf = (kind: 'id' | 'words') => (typeof types[kind] === 'string' ? sql.raw(types[kind]) : types[kind])
  // Both databases name the columns so.
  await sql`update ${sql.table(table)} set text = changed.column2, words = cast(changed.column3 as ${typeOf('words')})
    from (values ${sql.join(updates)}) as changed
    where ${sql.table(table)}.id = cast(changed.column1 as ${typeOf('id')})`.execute(db)
}

// What this version indexes of HTML (fields/texts/searchable-text.ts, kit/text), as of this migration.

const toSearchText = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>|&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, readMarkup)
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .toWellFormed()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()

const separatorTag =
  /^<\/?(?:address|article|aside|blockquote|body|br|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3|h4|h5|h6|head|header|hgroup|hr|html|img|legend|li|main|menu|nav|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?![a-z\d])/i

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function readMarkup(markup: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (markup.startsWith('<')) return separatorTag.test(markup) ? ' ' : ''
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? markup
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : markup
}

const word =
  /(?:[[\p{L}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]\p{M}*)+|[[\p{L}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]|[\p{Extended_Pictographic}--[↔Ⓜ]]/gv

/** Returns the value of the column `words` of a folded text. */
function buildWords(dialect: Dialect, text: string): string {
  const words = [...text.matchAll(word).take(16_000)].map(([each]) =>
    [
      ...each
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replaceAll('ς', 'σ'),
    ]
      .slice(0, 64)
      .join(''),
  )
  return dialect === 'sqlite' ? words.join(' ') : words.map((each, index) => `${each}:${index + 1}`).join(' ')
}
