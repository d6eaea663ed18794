import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../db/db.ts'

/** A column, as tables.ts declares it or as a database has it. */
interface Column {
  /** `table.column` */
  readonly name: string
  readonly kind: 'text' | 'number'
  readonly isNullable: boolean
  /** The database has a default for it. */
  readonly isGenerated: boolean
}

/** Only the database uses these; no statement refers to them through Kysely. */
const undeclared = new Set(['migration', 'sequence', 'text_indexed', 'change.transaction_id'])
const isUndeclared = (name: string) =>
  undeclared.has(name) || undeclared.has(name.split('.')[0] ?? '') || /^\w+_(parts|words)(_\w+)?\./.test(name)

const numberTypes = /^(number|EpochSeconds|Flag|\w+Id)$/
const textTypes = /^(string|Json)$/

/** Parses the interface `Tables` in the text of a file. */
function parseTables(text: string): Column[] {
  const file = ts.createSourceFile('tables.ts', text, ts.ScriptTarget.Latest)
  const tables = file.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'Tables')
  return membersOf(tables as ts.InterfaceDeclaration, file).flatMap(([table, type]) =>
    membersOf(type as ts.TypeLiteralNode, file).map(([column, columnType]) =>
      toColumn(`${table}.${column}`, columnType.getText(file)),
    ),
  )
}

const membersOf = (node: ts.InterfaceDeclaration | ts.TypeLiteralNode, file: ts.SourceFile) =>
  node.members.map((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) throw new Error(member.getText(file))
    return [member.name.getText(file), member.type] as const
  })

function toColumn(name: string, declared: string): Column {
  const generated = /^Generated<(.*)>$/.exec(declared)
  const type = generated?.[1] ?? declared
  const bare = type.replace(/ \| null$/, '')
  const kind = numberTypes.test(bare) ? 'number' : textTypes.test(bare) ? 'text' : undefined
  if (kind === undefined) throw new Error(`${name}: no column has the type ${declared}`)
  return { name, kind, isNullable: type !== bare, isGenerated: generated !== null }
}

async function columnsOf(db: Database): Promise<Column[]> {
  const { rows } = await (db.dialect === 'sqlite' ? sqliteColumns : postgresColumns).execute(db.read)
  return rows
    .map((row) => ({
      name: row.name,
      kind: /^(integer|bigint|smallint|real|double precision)$/i.test(row.type)
        ? ('number' as const)
        : ('text' as const),
      isNullable: Number(row.nullable) === 1,
      isGenerated: Number(row.generated) === 1,
    }))
    .filter(({ name }) => !isUndeclared(name))
}

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly nullable: number
  readonly generated: number
}

const sqliteColumns = sql<ColumnRow>`
  select t.name || '.' || c.name as name, c.type as type, c."notnull" = 0 as nullable, c.dflt_value is not null as generated
  from sqlite_master as t join pragma_table_info(t.name) as c where t.type = 'table'`
const postgresColumns = sql<ColumnRow>`
  select table_name || '.' || column_name as name, data_type as type, (is_nullable = 'YES')::int as nullable,
    (column_default is not null)::int as generated
  from information_schema.columns where table_schema = 'public'`

const inOrder = (columns: readonly Column[]) => columns.toSorted((a, b) => (a.name < b.name ? -1 : 1))
const declaration = readFileSync(new URL('tables.ts', import.meta.url), 'utf8')

describeOnEachDatabase((place) => {
  it('has the tables and columns that tables.ts declares, with the same types, nullability and defaults', async () => {
    const db = await place.open()
    // SQLite numbers the rows of these tables without a default.
    const isNumbered = (name: string) =>
      place.dialect === 'sqlite' && ['change.id', 'value_text.id', 'comment_text.id'].includes(name)
    const actual = (await columnsOf(db)).map((each) => ({
      ...each,
      isGenerated: each.isGenerated || isNumbered(each.name),
    }))
    expect(inOrder(actual)).toEqual(inOrder(parseTables(declaration)))
  })
})

describe('a declaration', () => {
  it.each([
    ['number', { kind: 'number', isNullable: false, isGenerated: false }],
    ['ArtifactId | null', { kind: 'number', isNullable: true, isGenerated: false }],
    ['Generated<Flag>', { kind: 'number', isNullable: false, isGenerated: true }],
    ['Json | null', { kind: 'text', isNullable: true, isGenerated: false }],
  ])('%s is parsed', (type, expected) => {
    const text = `export interface Tables {\n  /** A table. */\n  pear: { id: ${type} }\n}`
    expect(parseTables(text)).toEqual([{ name: 'pear.id', ...expected }])
  })

  it('of a type that no column can have is rejected', () => {
    expect(() => parseTables('interface Tables { pear: { ripe: boolean } }')).toThrow(
      'pear.ripe: no column has the type',
    )
  })
})
