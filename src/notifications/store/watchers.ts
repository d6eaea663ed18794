import type { ArtifactAccessHeader } from '../../artifacts/model/artifact.ts'
import type { ArtifactCondition } from '../../artifacts/store/visibility-condition.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { ArtifactId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

type ReadPermit = Permit<'read', ArtifactAccessHeader>

export async function addWatcher(tx: Tx, { subject }: ReadPermit, userId: UserId): Promise<void> {
  const insert = tx.insertInto('artifact_watcher').values({ artifact_id: subject.id, user_id: userId })
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
}

export async function removeWatcher(
  tx: Tx,
  { subject: userId }: Permit<'stop watching', UserId>,
  id: ArtifactId,
): Promise<void> {
  await tx.deleteFrom('artifact_watcher').where('artifact_id', '=', id).where('user_id', '=', userId).execute()
}

/** Returns the watchers of an artifact, ordered by id. */
export async function loadWatcherIds(db: Reader, id: ArtifactId): Promise<UserId[]> {
  const query = db.selectFrom('artifact_watcher').select('user_id').where('artifact_id', '=', id)
  return (await query.orderBy('user_id').execute()).map(({ user_id }) => user_id)
}

/** Returns the condition for artifacts that a user watches. */
export const isWatchedBy =
  (user: UserId): ArtifactCondition =>
  (artifacts) =>
    artifacts(
      'artifact.id',
      'in',
      artifacts.selectFrom('artifact_watcher').select('artifact_id').where('user_id', '=', user),
    )
