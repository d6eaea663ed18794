import type { Change } from '../../src/artifacts/model/change.ts'
import type { Tx } from '../../src/database/db/db.ts'
import { insertRows } from '../../src/database/statements/insert-rows.ts'

/** Adds entries to the change log at once, without the changes. */
export const addChanges = (tx: Tx, changes: readonly Change[]): Promise<void> =>
  insertRows(
    tx,
    'change',
    changes.map((change) => ({
      at: change.at,
      kind: change.kind,
      artifact_id: change.artifact.id,
      tracker_id: change.artifact.trackerId,
      project_id: change.projectId,
      changeset_id: change.changesetId,
      user_id: change.userId,
      from_tracker_id: change.from ?? null,
    })),
  )
