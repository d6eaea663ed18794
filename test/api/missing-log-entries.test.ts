import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../../src/database/db/db.ts'
import { openDatabase } from '../../src/database/db/db.ts'
import type { ChangeLog, LogEntry } from '../../src/database/effects/log-entry.ts'
import { insertRows } from '../../src/database/statements/insert-rows.ts'
import type { Tables } from '../../src/database/tables/tables.ts'
import { writeEffects } from '../../src/database/tables/write-effects.ts'
import { withSavepoint } from '../../src/database/unit/savepoint.ts'
import { writeLogged } from '../../src/database/unit/write-logged.ts'
import type { ArtifactId, ChangesetId } from '../../src/kit/values/ids.ts'
import {
  artifactRow,
  changesetRow,
  commentRow,
  project,
  projectRow,
  type Row,
  tracker,
  trackerRow,
} from '../kit/database-rows.ts'
import { describeOnEachDatabase } from '../kit/each-database.ts'

const artifact = 1 as ArtifactId
const first = 10 as ChangesetId

const add = (tx: Tx, table: keyof Tables, row: Row, log?: ChangeLog): Promise<void> =>
  insertRows(tx, table as 'setting', [row as never], undefined, log)

/** A change of each declared table, with the kind and changeset of the entry that it needs. */
const examples: Partial<
  Record<keyof Tables, readonly [(tx: Tx, log?: ChangeLog) => Promise<unknown>, LogEntry['kind'], number | null]>
> = {
  changeset: [(tx, log) => add(tx, 'changeset', changesetRow(11, artifact), log), 'updated', 11],
  comment: [(tx, log) => add(tx, 'comment', commentRow(50, first), log), 'comment_changed', first],
  artifact: [
    async (tx, log = []) => {
      await tx.deleteFrom('comment').execute()
      await tx.deleteFrom('changeset').where('artifact_id', '=', artifact).execute()
      await writeLogged(tx, tx.deleteFrom('artifact').where('id', '=', artifact), log)
    },
    'deleted',
    null,
  ],
}

const entryOf = (kind: LogEntry['kind'], changesetId: number | null): LogEntry => ({
  kind,
  artifactId: artifact,
  trackerId: tracker,
  projectId: project,
  changesetId: changesetId as ChangesetId | null,
  userId: null,
  at: 5,
  audience: 'none',
})

describe('a change of an artifact without an entry of the change log', () => {
  const declared = (Object.keys(writeEffects) as (keyof Tables)[]).filter(
    (each) => writeEffects[each].log !== undefined,
  )

  it('has an example of each table that the log describes', () => {
    expect(Object.keys(examples).sort()).toEqual(declared.sort())
  })

  describeOnEachDatabase((place) => {
    let db: Database

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        await add(tx, 'project', projectRow(project))
        await add(tx, 'tracker', trackerRow(tracker))
        await add(tx, 'artifact', artifactRow(artifact))
        await add(tx, 'changeset', changesetRow(first, artifact), 'new tracker')
      })
    })

    const all = Object.entries(examples)
    const logged = (kind: LogEntry['kind']) =>
      db.read.selectFrom('change').select('id').where('kind', '=', kind).execute()

    it.each(all)('is refused: %s', async (_, [change]) => {
      await expect(db.write((tx) => change(tx))).rejects.toThrow('The change log has no entry')
    })

    it.each(all)('is possible only without the declaration of its table: %s', async (table, [change]) => {
      const { log: _, ...effect } = writeEffects[table as keyof Tables]
      const other = await openDatabase({ ...place.options(), effects: { ...writeEffects, [table]: effect } })
      const undone = new Error('undone')
      const changing = other.write(async (tx) => {
        await change(tx)
        throw undone
      })
      await expect(changing).rejects.toBe(undone)
      await other.close()
    })

    it('has no entry if it was rolled back to a savepoint', async () => {
      const refused = new Error('refused')
      await db.write((tx) =>
        withSavepoint(tx, async () => {
          await add(tx, 'changeset', changesetRow(11, artifact), [entryOf('updated', 11)])
          throw refused
        }).catch((thrown: unknown) => expect(thrown).toBe(refused)),
      )
      expect(await logged('updated')).toEqual([])
    })

    it('is refused after its entry was rolled back to a savepoint', async () => {
      const refused = new Error('refused')
      const change = (tx: Tx, log?: ChangeLog) => add(tx, 'changeset', changesetRow(11, artifact), log)
      const changing = db.write(async (tx) => {
        const part = withSavepoint(tx, async () => {
          await change(tx, [entryOf('updated', 11)])
          throw refused
        })
        await part.catch((thrown: unknown) => expect(thrown).toBe(refused))
        await change(tx)
      })
      await expect(changing).rejects.toThrow('The change log has no entry')
    })

    it.each(all)('is committed with its entry: %s', async (_, [change, kind, changeset]) => {
      await db.write((tx) => change(tx, [entryOf(kind, changeset)]))
      expect(await logged(kind)).toHaveLength(1)
    })
  })
})
