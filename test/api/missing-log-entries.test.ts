import { beforeAll, describe, expect, it } from 'vitest'
import { recordSilentChange } from '../../src/artifacts/commands/record-change.ts'
import type { Change } from '../../src/artifacts/model/change.ts'
import type { Database, Tx } from '../../src/kit/db/db.ts'
import { insertRows } from '../../src/kit/db/insert-rows.ts'
import { withSavepoint } from '../../src/kit/db/savepoint.ts'
import { skipChangeLog } from '../../src/kit/db/skip-change-log.ts'
import type { Tables } from '../../src/kit/db/tables.ts'
import { writeEffects } from '../../src/kit/db/write-effects.ts'
import type { ArtifactId, ChangesetId } from '../../src/kit/ids.ts'
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

const add = (tx: Tx, table: keyof Tables, row: Row): Promise<void> => insertRows(tx, table as 'setting', [row as never])
const log = (tx: Tx, kind: Change['kind'], changesetId: ChangesetId | null): Promise<void> =>
  recordSilentChange(tx, {
    kind,
    artifact: { id: artifact, trackerId: tracker },
    projectId: project,
    changesetId,
    userId: null,
    at: 5,
  })

/** A change of each declared table, with the entry that it needs. */
const examples: Partial<Record<keyof Tables, readonly [(tx: Tx) => Promise<unknown>, Change['kind'], number | null]>> =
  {
    changeset: [(tx) => add(tx, 'changeset', changesetRow(11, artifact)), 'updated', 11],
    comment: [(tx) => add(tx, 'comment', commentRow(50, first)), 'comment_changed', first],
    artifact: [
      async (tx) => {
        await tx.deleteFrom('comment').execute()
        await tx.deleteFrom('changeset').where('artifact_id', '=', artifact).execute()
        await tx.deleteFrom('artifact').where('id', '=', artifact).execute()
      },
      'deleted',
      null,
    ],
  }

describe('a change of an artifact without an entry of the change log', () => {
  const declared = (Object.keys(writeEffects) as (keyof Tables)[]).filter(
    (each) => writeEffects[each].log !== undefined,
  )

  it('has an example of each table that the log describes', () => {
    expect([...Object.keys(examples), 'change'].sort()).toEqual([...declared].sort())
  })

  describeOnEachDatabase((place) => {
    let db: Database

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        skipChangeLog(tx)
        await add(tx, 'project', projectRow(project))
        await add(tx, 'tracker', trackerRow(tracker))
        await add(tx, 'artifact', artifactRow(artifact))
        await add(tx, 'changeset', changesetRow(first, artifact))
      })
    })

    const all = Object.entries(examples)

    it.each(all)('is not committed: %s', async (_, [change]) => {
      await expect(db.write(change)).rejects.toThrow('The change log has no entry')
    })

    it('is committed without it if it was rolled back', async () => {
      const change = (tx: Tx) => add(tx, 'changeset', changesetRow(11, artifact))
      const refused = new Error('refused')
      await db.write((tx) =>
        withSavepoint(tx, async () => {
          await change(tx)
          throw refused
        }).catch((thrown: unknown) => expect(thrown).toBe(refused)),
      )
    })

    it.each(all)('is committed with its entry: %s', async (_, [change, kind, changeset]) => {
      await db.write(async (tx) => {
        await change(tx)
        await log(tx, kind, changeset as ChangesetId | null)
      })
      const entries = db.read.selectFrom('change').select('kind').where('kind', '=', kind)
      expect(await entries.execute()).toHaveLength(1)
    })
  })
})
