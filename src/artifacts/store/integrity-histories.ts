import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import type { ArtifactId, ChangesetId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The sum of the changesets of an artifact. */
export interface ReplayedHistory {
  /** The oldest first. */
  readonly steps: readonly { readonly id: ChangesetId; readonly on: EpochSeconds }[]
  /** Author of the last changeset. */
  readonly by: UserId | null
  readonly email: string | null
  /** Of all changesets. */
  readonly authors: ReadonlySet<UserId>
  /** Value of each field after its last changeset. */
  readonly values: StoredValues
}

export const emptyHistory: ReplayedHistory = createHistory()

const rowsPerQuery = 500

/** Loads histories of several artifacts in parts, because one of them may be very long. */
export async function loadReplayedHistories(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, ReplayedHistory>> {
  const histories = new Map<ArtifactId, ReturnType<typeof createHistory>>()
  let artifact = 0 as ArtifactId
  let changeset = 0 as ChangesetId
  for (;;) {
    const rows = await db
      .selectFrom('changeset')
      .selectAll()
      .where(inList('artifact_id', ids))
      .where(({ and, or, eb }) =>
        or([eb('artifact_id', '>', artifact), and([eb('artifact_id', '=', artifact), eb('id', '>', changeset)])]),
      )
      .orderBy('artifact_id')
      .orderBy('id')
      .limit(rowsPerQuery)
      .execute()
    for (const row of rows) {
      const history = histories.get(row.artifact_id) ?? createHistory()
      histories.set(row.artifact_id, history)
      history.steps.push({ id: row.id, on: row.submitted_on })
      history.by = row.submitted_by
      if (row.submitted_by !== null) history.authors.add(row.submitted_by)
      history.email = row.submitted_email
      // Written only by add-changesets.ts, from StoredValues.
      Object.assign(history.values, JSON.parse(row.values) as StoredValues)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerQuery) return histories
    artifact = last.artifact_id
    changeset = last.id
  }
}

function createHistory(): {
  steps: ReplayedHistory['steps'][number][]
  by: UserId | null
  email: string | null
  authors: Set<UserId>
  values: Record<string, unknown>
} {
  return { steps: [], by: null, email: null, authors: new Set(), values: {} }
}
