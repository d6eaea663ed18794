// Measures the size of tables (docs/decisions/0008-store-artifacts-as-documents.md) in a data directory with a
// generated project. Usage: node bench/storage.ts DATA_DIRECTORY, or with DATABASE_URL in the environment.
import { sql } from 'kysely'
import { openDatabase } from '../src/database/db/db.ts'
import type { ArtifactId, TrackerId } from '../src/kit/values/ids.ts'
import { computeMedian } from './load.ts'

const db = await openDatabase({ url: process.env['DATABASE_URL'], directory: process.argv[2] })
const first = await db.read
  .selectFrom('artifact')
  .select(['id', 'tracker_id'])
  .orderBy('id')
  .limit(1)
  .executeTakeFirstOrThrow()
const { n: size } = await db.read
  .selectFrom('artifact')
  .select((eb) => eb.fn.countAll<number>().as('n'))
  .where('tracker_id', '=', first.tracker_id)
  .executeTakeFirstOrThrow()
const field = async (name: string): Promise<number> =>
  (
    await db.read
      .selectFrom('field')
      .select('id')
      .where('tracker_id', '=', first.tracker_id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id
const [status, component] = [await field('status'), await field('component')]
const common = await valueCarried(status, 'desc')
const rare = await valueCarried(component, 'asc')

async function valueCarried(fieldId: number, order: 'asc' | 'desc'): Promise<number> {
  const result = await sql<{
    value_id: number
  }>`select value_id from value_list where field_id = ${fieldId} group by value_id order by count(*) ${sql.raw(order)} limit 1`.execute(
    db.read,
  )
  return result.rows[0]?.value_id ?? 0
}

const tracker = first.tracker_id as TrackerId
const someId = (i: number): ArtifactId => (first.id + ((i * 7919) % size)) as ArtifactId
const document = (id: ArtifactId) =>
  db.read.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ids = (offset: number) =>
  db.read
    .selectFrom('artifact')
    .select('id')
    .where('tracker_id', '=', tracker)
    .orderBy('id')
    .limit(100)
    .offset(offset)
    .execute()
const page = async (offset: number) => {
  const rows = await ids(offset)
  return db.read
    .selectFrom('artifact')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
}
const matching = (fieldId: number, value: number) =>
  sql`select a.* from value_list v join artifact a on a.id = v.artifact_id where v.field_id = ${fieldId} and v.value_id = ${value} order by v.artifact_id limit 100`.execute(
    db.read,
  )
const total = (fieldId: number, value: number) =>
  sql`select count(*) as n from value_list where field_id = ${fieldId} and value_id = ${value}`.execute(db.read)

const questions: readonly (readonly [string, (i: number) => Promise<unknown>, number])[] = [
  ['one artifact by id, with all values', (i) => document(someId(i)), 3000],
  ['page of 100 with all values, first', () => page(0), 200],
  ['page of 100 with all values, last', () => page(size - 100), 50],
  [
    'total of the tracker',
    () => sql`select count(*) as n from artifact where tracker_id = ${tracker}`.execute(db.read),
    50,
  ],
  ['page of 100, list = common', () => matching(status, common), 200],
  ['exact total, list = common', () => total(status, common), 50],
  ['page of 100, list = rare', () => matching(component, rare), 200],
  ['exact total, list = rare', () => total(component, rare), 200],
]

process.stdout.write(`${db.dialect}, ${size} artifacts in the tracker\n`)
for (const [name, ask, times] of questions) {
  for (let i = 0; i < 10; i++) await ask(i)
  const spent: number[] = []
  for (let i = 0; i < times; i++) {
    const from = performance.now()
    await ask(i)
    spent.push(performance.now() - from)
  }
  process.stdout.write(`${name.padEnd(44)} ${computeMedian(spent).toFixed(3).padStart(9)} ms\n`)
}
await db.close()
