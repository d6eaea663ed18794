import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Reader } from '../../kit/db/db.ts'
import { NOBODY, type TrackerId, type UserId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { chosenPeople, isTold } from '../model/recipients.ts'
import type { LoggedChange } from '../store/changes.ts'
import type { NoticeKey } from '../store/notices.ts'
import { loadChangedValues, loadCommenters, loadWatchers } from '../store/participants.ts'

/**
 * Who is to get a mail about each change: who submitted it, who is chosen in it, who said something, who watches; never
 * who made the change. What each may see of it is asked when the mail is written. Of what is gone nobody is told.
 */
export async function recipientsOf(
  db: Reader,
  changes: readonly LoggedChange[],
  trackers: ReadonlyMap<TrackerId, Tracker>,
): Promise<NoticeKey[]> {
  const told = changes.filter(({ kind }) => kind !== 'deleted')
  const ids = [...new Set(told.map(({ artifact }) => artifact.id))]
  if (ids.length === 0) return []
  const [artifacts, commenters, watchers, changed] = await Promise.all([
    loadArtifacts(db, ids),
    loadCommenters(db, ids),
    loadWatchers(db, ids),
    loadChangedValues(
      db,
      told.flatMap(({ changesetId }) => changesetId ?? []),
    ),
  ])
  return told.flatMap((change) => {
    const artifact = artifacts.get(change.artifact.id)
    const tracker = artifact && trackers.get(artifact.trackerId)
    const values = change.changesetId === null ? undefined : changed.get(change.changesetId)
    if (artifact === undefined || tracker === undefined || !isTold(tracker, change, values ?? {})) return []
    const people = new Set<UserId>([
      ...submitterOf(artifact),
      ...chosenPeople(tracker, artifact.values),
      ...(commenters.get(artifact.id) ?? []),
      ...(watchers.get(artifact.id) ?? []),
    ])
    people.delete(NOBODY)
    if (change.userId !== null) people.delete(change.userId)
    return [...people].map((user) => ({ change: change.id, user }))
  })
}

const submitterOf = ({ submittedBy }: Artifact): readonly UserId[] => (submittedBy === null ? [] : [submittedBy])
