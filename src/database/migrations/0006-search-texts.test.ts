import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../db/db.ts'
import { buildIndexWords, containsText, selectRowsWithWords } from '../sql/text-index.ts'
import { searchTexts } from './0006-search-texts.ts'
import { migrations } from './list.ts'
import type { Migration } from './migrate.ts'

/** HTML, what earlier versions stored, and what this one stores. */
const examples = [
  ['<b>Bold</b>, next', 'bold , next', 'bold, next'],
  [
    '<p>inter<I class="a">nat</I>ional</p><p>登录 👍&amp;&#233;</p>',
    'inter nat ional 登录 👍&e',
    'international 登录 👍&e',
  ],
  ['one<br/>two<hr>three', 'one two three', 'one two three'],
] as const

const artifactCount = 250
/** Of every third artifact the value is no HTML, and of every third one it has no text. */
const kindOf = (id: number) => (['html', 'text', 'none'] as const)[id % 3]
const exampleOf = (id: number) => examples[Math.floor(id / 3) % examples.length] as (typeof examples)[number]

/** Rows as an earlier version wrote them. */
const fill: Migration = {
  name: 'fill',
  async up(db, dialect) {
    await sql`insert into project (id, short_name, short_name_key, name, description, long_description, icon, access,
      status, is_template, is_synchronized, created_on) values (101, 'a', 'a', 'a', '', '', '', 'public', 'active', 0, 0, 1)`.execute(
      db,
    )
    await sql`insert into tracker (id, project_id, name, name_key, item_name, description, color, options, next_number)
      values (1, 101, 'a', 'a', 'a', '', '', '{}', 1)`.execute(db)
    for (let id = 1; id <= artifactCount; id++) await fillArtifact(db, dialect, id)
  },
}

async function fillArtifact(db: Kysely<any>, dialect: Database['dialect'], id: number): Promise<void> {
  const [content, before] = exampleOf(id)
  const kind = kindOf(id)
  const values = kind === 'none' ? { 7: [] } : { 7: { format: kind, content }, 8: 'a <b>title</b>' }
  await sql`insert into artifact (id, tracker_id, number, rank, submitted_on, version, last_changeset_id, updated_on, ${sql.ref('values')})
    values (${id}, 1, ${id}, ${id}, 1, 1, ${id}, 1, ${JSON.stringify(values)})`.execute(db)
  await sql`insert into changeset (id, artifact_id, submitted_on, ${sql.ref('values')}) values (${id}, ${id}, 1, '{}')`.execute(
    db,
  )
  const addText = async (table: string, owner: string, of: number, text: string) => {
    const words = sql`cast(${buildIndexWords(db, text)} as ${sql.raw(dialect === 'postgres' ? 'tsvector' : 'text')})`
    await sql`insert into ${sql.table(table)} (artifact_id, ${sql.ref(owner)}, text, words)
      values (${id}, ${of}, ${text}, ${words})`.execute(db)
  }
  if (kind !== 'none') {
    await addText('value_text', 'field_id', 7, kind === 'html' ? before : content.toLowerCase())
    await addText('value_text', 'field_id', 8, 'a <b>title</b>')
  }
  // Versions of a comment, of which the last one is indexed.
  const formats = { html: ['text', 'html'], text: ['html', 'text'], none: [] }[kind as 'html' | 'text' | 'none']
  for (const [index, format] of formats.entries())
    await sql`insert into comment (id, changeset_id, submitted_on, format, body)
      values (${2 * id + index}, ${id}, 1, ${format}, ${content})`.execute(db)
  if (kind !== 'none')
    await addText('comment_text', 'changeset_id', id, kind === 'html' ? before : content.toLowerCase())
}

describeOnEachDatabase((place) => {
  describe('the migration of search texts', () => {
    const earlier = [...migrations.slice(0, migrations.indexOf(searchTexts)), fill]
    let db: Database
    /** Of PostgreSQL: row → where its version is. */
    let places: ReadonlyMap<string, string>

    const readTexts = async (table: 'value_text' | 'comment_text', field: 7 | 8 | null) => {
      const where = field === null ? sql`true` : sql`field_id = ${field}`
      const { rows } = await sql<{ artifact_id: number; text: string }>`
        select artifact_id, text from ${sql.table(table)} where ${where} order by artifact_id`.execute(db.read)
      return new Map(rows.map(({ artifact_id, text }) => [artifact_id, text]))
    }
    const readPlaces = async () => {
      const { rows } = await sql<{ id: number; place: string }>`
        select id, ctid::text as place from value_text`.execute(db.read)
      return new Map(rows.map(({ id, place: at }) => [`${id}`, at]))
    }

    beforeAll(async () => {
      db = await place.open(earlier)
      expect((await readTexts('value_text', 7)).get(3)).toBe('inter nat ional 登录 👍&e')
      if (db.dialect === 'postgres') places = await readPlaces()
      db = await place.open([...earlier, searchTexts])
    })

    const expected = (id: number) => (kindOf(id) === 'html' ? exampleOf(id)[2] : exampleOf(id)[0].toLowerCase())

    it.each([['value_text', 7] as const, ['comment_text', null] as const])(
      'converts the texts of HTML in %s',
      async (table, field) => {
        const texts = await readTexts(table, field)
        expect(texts.size).toBe(167)
        for (const [id, text] of texts) expect([id, text]).toEqual([id, expected(id)])
      },
    )

    it('keeps texts of other formats and fields', async () => {
      expect([...new Set((await readTexts('value_text', 8)).values())]).toEqual(['a <b>title</b>'])
    })

    it.skipIf(place.dialect === 'sqlite')('writes only rows whose text changes', async () => {
      const { rows } = await sql<{ id: number; artifact_id: number; field_id: number }>`
        select id, artifact_id, field_id from value_text order by id`.execute(db.read)
      const now = await readPlaces()
      const written = rows.filter(({ id }) => now.get(`${id}`) !== places.get(`${id}`))
      const changed = rows.filter(({ artifact_id: id, field_id: field }) => {
        return field === 7 && kindOf(id) === 'html' && exampleOf(id)[1] !== exampleOf(id)[2]
      })
      expect(written).toEqual(changed)
    })

    it.each(['value_text', 'comment_text'] as const)('lets %s be found by parts and by words', async (table) => {
      const find = async (text: string, words: readonly string[]) => {
        const parts = sql<{ artifact_id: number }>`
          select artifact_id from ${sql.table(table)} where ${containsText(table, text)} order by 1`
        const hits = sql<{ artifact_id: number }>`
          select artifact_id from (${selectRowsWithWords(db.read, table, { words, isOpen: false })}) as hit
            join ${sql.table(table)} as row on row.id = hit.id order by 1`
        const ids = async (query: typeof parts) => (await query.execute(db.read)).rows.map((row) => row.artifact_id)
        return { parts: await ids(parts), words: await ids(hits) }
      }
      const having = (example: number) =>
        Array.from({ length: artifactCount }, (_, n) => n + 1).filter(
          (id) => kindOf(id) === 'html' && exampleOf(id) === examples[example],
        )
      expect(await find('bold, next', ['bold', 'next'])).toMatchObject({ parts: having(0) })
      expect(await find('ternationa', ['international', '登', '录', '👍', 'e'])).toEqual({
        parts: having(1),
        words: having(1),
      })
      expect(await find('inter nat', ['inter', 'nat'])).toEqual({ parts: [], words: [] })
      if (db.dialect === 'postgres') return
      for (const index of [`${table}_parts`, `${table}_words`])
        await db.write((tx) =>
          sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('integrity-check')`.execute(tx),
        )
    })
  })
})
