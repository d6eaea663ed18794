import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { checkArtifactIntegrity } from '../../src/artifacts/reads/check-integrity.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker } from './writes/write-fixture.ts'

const documentPath = path.resolve(import.meta.dirname, '../../docs/scaling.md')

// A limit: a change of the tables that cannot be partitioned in this way must change the document.
describe.skipIf(inject('postgresUrl') === null)('the partitions of docs/scaling.md', () => {
  const server = createServer('postgres')
  let shop: ProjectFixture
  const [open, done] = ['New', 'Done'] as const
  const getValue = (label: string): number => Number(shop.values.get(label))
  const create = async (title: string, label: string): Promise<number> => {
    const response = await server.as('alice').post('artifacts', {
      tracker: getTracker(shop, 'task'),
      values: [
        { field_id: getField(shop, 'title'), value: title },
        { field_id: getField(shop, 'status'), bind_value_ids: [getValue(label)] },
      ],
    })
    expect(response.status).toBe(201)
    return response.body.id
  }
  const find = async (label: string): Promise<number[]> => {
    const query = encodeURIComponent(JSON.stringify({ status: `${getValue(label)}` }))
    const response = await server.as('alice').get(`trackers/${getTracker(shop, 'task').id}/artifacts?query=${query}`)
    expect(response.status).toBe(200)
    return response.body.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
  }
  const partition = async (): Promise<void> => {
    const document = await readFile(documentPath, 'utf8')
    const statements = document.match(/```sql\n(.*?)```/s)?.[1]?.split(';') ?? []
    // Inside a transaction of its own.
    const inner = statements.filter((statement) => !/^\s*(begin|commit)?\s*$/.test(statement))
    expect(inner.length).toBeGreaterThan(5)
    await server.world.db.write(async (tx) => {
      for (const statement of inner) await sql.raw(statement).execute(tx)
    })
  }

  beforeAll(async () => {
    shop = (await createWriteFixture(server)).shop
  })

  it('keep the rows, and serve queries and changes', async () => {
    const [one, two] = [await create('One', open), await create('Two', done)]
    await partition()
    expect([await find(open), await find(done)]).toEqual([[one], [two]])
    const three = await create('Three', open)
    const values = [{ field_id: getField(shop, 'status'), bind_value_ids: [getValue(done)] }]
    expect((await server.as('alice').put(`artifacts/${one}`, { values })).status).toBe(200)
    expect([await find(open), await find(done)]).toEqual([[three], [one, two]])
    expect(await Array.fromAsync(checkArtifactIntegrity(server.world.db))).toEqual([])
  })

  it('are read one at a time by a query of a field', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select artifact_id from value_list
      where field_id = ${sql.lit(getField(shop, 'status'))} and value_id = ${sql.lit(getValue(open))}`.execute(
      server.world.db.read,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(new Set(plan.match(/value_list_\d\b(?!_)/g)).size).toBe(1)
  })
})
