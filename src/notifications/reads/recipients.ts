import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Reader } from '../../kit/db/db.ts'
import { NONE_USER, type TrackerId, type UserId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { resolveSelectedUsers, shouldNotify } from '../model/recipients.ts'
import type { LoggedChange } from '../store/changes.ts'
import type { NoticeKey } from '../store/notices.ts'
import { loadChangedValues, loadCommenters, loadWatchers } from '../store/participants.ts'

/**
 * Returns the users to notify about each change: submitters, selected users, commenters and watchers, except the author
 * of the change. Permissions are checked when the mail is built. Deletions are not mailed.
 */
export async function loadRecipients(
  db: Reader,
  changes: readonly LoggedChange[],
  trackers: ReadonlyMap<TrackerId, Tracker>,
): Promise<NoticeKey[]> {
  const notified = changes.filter(({ kind }) => kind !== 'deleted')
  const ids = [...new Set(notified.map(({ artifact }) => artifact.id))]
  if (ids.length === 0) return []
  const [artifacts, commenters, watchers, changed] = await Promise.all([
    loadArtifacts(db, ids),
    loadCommenters(db, ids),
    loadWatchers(db, ids),
    loadChangedValues(
      db,
      notified.flatMap(({ changesetId }) => changesetId ?? []),
    ),
  ])
  return notified.flatMap((change) => {
    const artifact = artifacts.get(change.artifact.id)
    const tracker = artifact && trackers.get(artifact.trackerId)
    const values = change.changesetId === null ? undefined : changed.get(change.changesetId)
    if (artifact === undefined || tracker === undefined || !shouldNotify(tracker, change, values ?? {})) return []
    const users = new Set<UserId>([
      ...submitterIds(artifact),
      ...resolveSelectedUsers(tracker, artifact.values),
      ...(commenters.get(artifact.id) ?? []),
      ...(watchers.get(artifact.id) ?? []),
    ])
    users.delete(NONE_USER)
    if (change.userId !== null) users.delete(change.userId)
    return [...users].map((user) => ({ change: change.id, user }))
  })
}

const submitterIds = ({ submittedBy }: Artifact): readonly UserId[] => (submittedBy === null ? [] : [submittedBy])
