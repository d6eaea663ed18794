import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRevisions } from '../../database/changes/revisions.ts'
import { type Database, openDatabase, type Reader } from '../../database/db/db.ts'
import { withSavepoint } from '../../database/unit/savepoint.ts'
import { BodyCache } from '../../kit/caches/body-cache.ts'
import { RevisionCache } from '../../kit/caches/revision-cache.ts'
import type { World } from '../model/world.ts'
import { createTransactionWorld } from './in-transaction.ts'

let directory: string
let db: Database
let world: World

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tulipwood-inside-'))
  db = await openDatabase({ directory })
  await db.migrate()
  const cache = new RevisionCache(() => readRevisions(db.read))
  await cache.refresh()
  // createTransactionWorld only passes these on.
  world = { db, cache, bodyCache: new BodyCache(1) } as World
})
afterAll(async () => {
  await db.close()
  await rm(directory, { recursive: true })
})

const motto = async (reader: Reader): Promise<{ readonly text: string }> => {
  const row = await reader.selectFrom('setting').select('value').where('name', '=', 'motto').executeTakeFirst()
  return { text: row?.value ?? 'none' }
}
const loadMotto = async (of: World): Promise<string> =>
  (await of.cache.getOrLoad('settings', 'motto', () => motto(of.db.read))).text

const setMotto = (of: World, value: string): Promise<void> =>
  of.db.write(async (tx) => {
    await tx.deleteFrom('setting').where('name', '=', 'motto').execute()
    await tx.insertInto('setting').values({ name: 'motto', value }).execute()
  })

it('work in a transaction sees its own writes, other work only after the commit', async () => {
  expect(await loadMotto(world)).toBe('none')
  await db.write(async (tx) => {
    const inside = createTransactionWorld(world, tx)
    expect(await loadMotto(inside)).toBe('none')
    await setMotto(inside, 'first')
    expect(await loadMotto(inside)).toBe('first')
    expect(await inside.db.snapshot((reader) => motto(reader))).toEqual({ text: 'first' })
    await setMotto(inside, 'second')
    expect(await loadMotto(inside)).toBe('second')
    await world.cache.refresh()
    expect(await loadMotto(world)).toBe('none')
  })
  await world.cache.refresh()
  expect(await loadMotto(world)).toBe('second')
})

it('work in a transaction uses cached data until it changes it', async () => {
  await world.cache.refresh()
  await loadMotto(world)
  await db.write(async (tx) => {
    const inside = createTransactionWorld(world, tx)
    expect(inside.cache.get('settings', 'motto')).toBeUndefined()
    await loadMotto(inside)
    expect(inside.cache.get('settings', 'motto')).toBe(world.cache.get('settings', 'motto'))
    expect(inside.cache.get('settings', 'motto')).toEqual({ text: 'second' })
    await setMotto(inside, 'third')
    expect(inside.cache.get('settings', 'motto')).toBeUndefined()
    expect(await loadMotto(inside)).toBe('third')
    expect(await loadMotto(world)).toBe('second')
  })
})

it('work in a transaction checks by itself whether cached data is current', async () => {
  const node = { ...world, cache: new RevisionCache(() => readRevisions(db.read)) }
  await node.cache.refresh()
  const before = await loadMotto(node)
  await setMotto(world, 'of another node')
  await db.write(async (tx) => expect(await loadMotto(createTransactionWorld(node, tx))).toBe('of another node'))
  expect(await loadMotto(node)).toBe(before)
})

it('work in a transaction does not use what it read before a rollback to a savepoint', async () => {
  await setMotto(world, 'kept')
  await db.write(async (tx) => {
    const inside = createTransactionWorld(world, tx)
    const refused = new Error('refused')
    const part = withSavepoint(tx, async () => {
      await setMotto(inside, 'undone')
      expect(await loadMotto(inside)).toBe('undone')
      throw refused
    })
    await expect(part).rejects.toBe(refused)
    expect(await loadMotto(inside)).toBe('kept')
    await setMotto(inside, 'again')
    expect(await loadMotto(inside)).toBe('again')
  })
})

it('a rolled back transaction leaves nothing in the caches', async () => {
  await setMotto(world, 'kept')
  const undone = db.write(async (tx) => {
    const inside = createTransactionWorld(world, tx)
    await setMotto(inside, 'undone')
    inside.bodyCache.set('motto', '1', { text: await loadMotto(inside), etag: '"1"' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await world.cache.refresh()
  expect(await loadMotto(world)).toBe('kept')
  expect(world.bodyCache.get('motto', '1', 'single')).toBeUndefined()
})

it('a nested transaction of the outer world is rejected', async () => {
  await db.write(async () => {
    await expect(setMotto(world, 'never')).rejects.toThrow('inside a transaction')
  })
})
