import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { readRevisions } from '../changes/revisions.ts'
import type { Database, Tx } from '../db/db.ts'
import { insertRows } from '../statements/insert-rows.ts'
import { prepareStatement } from '../statements/prepared-statements.ts'
import { sendStatement, withoutWaiting } from '../unit/unawaited.ts'
import { settleRevisions } from './settle-revisions.ts'

describeOnEachDatabase((place) => {
  /** Returns by how much each counter that changed is higher after a transaction. */
  async function runAndCount(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<object> {
    const before = await readRevisions(db.read)
    await db.write(work)
    const after = await readRevisions(db.read)
    const topics = ['settings', 'users', 'projects', 'trackers'] as const
    return Object.fromEntries(
      topics.filter((each) => after[each] !== before[each]).map((each) => [each, after[each] - before[each]]),
    )
  }
  const rename = (tx: Tx) => tx.updateTable('tracker').set({ name: 'new' })
  const save = prepareStatement<{ value: string }, unknown>((db, { value }) =>
    (db as Tx).insertInto('setting').values({ name: value('value'), value: value('value') }),
  )

  it('counts each topic once for each transaction', async () => {
    const db = await place.open()
    const counted = await runAndCount(db, async (tx) => {
      await rename(tx).execute()
      await tx.deleteFrom('workflow').execute()
      await tx.deleteFrom('project_member').execute()
    })
    expect(counted).toEqual({ users: 1, projects: 1, trackers: 1 })
    expect(await runAndCount(db, (tx) => tx.selectFrom('tracker').select('id').execute())).toEqual({})
  })

  it('sees writes in every form of a statement', async () => {
    const db = await place.open()
    const forms: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => save(tx, { value: 'prepared' }),
      (tx) => save(tx, { value: 'prepared again' }),
      (tx) => insertRows(tx, 'setting', [{ name: 'many', value: '1' }]),
      (tx) => withoutWaiting(tx).deleteFrom('setting').execute(),
      (tx) => sendStatement(tx, (sender) => save(sender, { value: 'sent' })),
      (tx) => sql`insert into setting (name, value) values ('text', '1')`.execute(tx),
      (tx) => sql`update "setting" set value = '2' where name = 'text'`.execute(tx),
      (tx) => sql`delete from setting where name = 'text'`.execute(tx),
    ]
    for (const [index, run] of forms.entries())
      expect([index, await runAndCount(db, run)]).toEqual([index, { settings: 1 }])
    const numbered = sql`update tracker set next_number = next_number + 1 where id = 1`
    expect(await runAndCount(db, (tx) => numbered.execute(tx))).toEqual({})
  })

  it('sees a write within a statement', async () => {
    const db = await place.open()
    if (db.dialect === 'sqlite') return
    const counted = await runAndCount(db, (tx) =>
      tx
        .with('renamed', () => rename(tx).returning('id'))
        .selectFrom('renamed')
        .selectAll()
        .execute(),
    )
    expect(counted).toEqual({ trackers: 1 })
  })

  it('passes what a transaction invalidated to listeners, before it resolves', async () => {
    const db = await place.open()
    const heard: (readonly string[])[] = []
    const stop = db.onWrite((invalidated) => heard.push(invalidated))
    await db.write(async (tx) => {
      await rename(tx).execute()
      await settleRevisions(tx)
      await tx.deleteFrom('project_member').execute()
    })
    await db.write((tx) => tx.selectFrom('tracker').select('id').execute())
    stop()
    expect(heard).toEqual([['trackers', 'users', 'projects'], []])
  })

  it('counts nothing for a transaction that is rolled back', async () => {
    const db = await place.open()
    const before = await readRevisions(db.read)
    await expect(
      db.write(async (tx) => {
        await rename(tx).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await readRevisions(db.read)).toEqual(before)
  })
})
