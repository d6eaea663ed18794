import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase, type Tx } from '../db/db.ts'
import { lockRows } from './lock-rows.ts'

let directory: string
let db: Database
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-locks-'))
  db = await openDatabase({ directory })
  await db.migrate()
})
afterAll(async () => {
  await db.close()
  await rm(directory, { recursive: true })
})

const lockUsers = (tx: Tx) => lockRows(tx, tx.selectFrom('user').select('id')).execute()
const lockArtifacts = (tx: Tx) => lockRows(tx, tx.selectFrom('artifact').select('id'), 'change').execute()
const lockLinkTypes = (tx: Tx) => lockRows(tx, tx.selectFrom('link_type').select('short_name')).execute()

it('tests accept locks in the order of tables', () =>
  db.write(async (tx) => {
    for (const lock of [lockUsers, lockUsers, lockArtifacts, lockLinkTypes, lockArtifacts]) await lock(tx)
  }))

it('tests refuse a lock of an earlier table', async () => {
  const outOfOrder = db.write(async (tx) => {
    await lockArtifacts(tx)
    await lockUsers(tx)
  })
  await expect(outOfOrder).rejects.toThrow('Rows of user are locked after one of artifact')
})
