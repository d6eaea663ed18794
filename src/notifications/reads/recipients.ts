import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Reader } from '../../database/db/db.ts'
import { NONE_USER, type TrackerId, type UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Recipient } from '../model/inbox.ts'
import type { NotificationReason } from '../model/notification-settings.ts'
import { resolveSelectedUsers, shouldNotify } from '../model/recipients.ts'
import type { LoggedChange } from '../store/changes.ts'
import { loadChangedValues, loadCommenters, loadWatchers } from '../store/participants.ts'
import { loadMentionedUsers } from './mentioned-users.ts'

const noMention = { field: null, isInComment: false } as const

/**
 * Returns the users whom each change concerns, and why: submitters, selected users, commenters, watchers and mentioned
 * users, except the author of the change. Permissions are checked when they read it. Deletions concern no user.
 */
export async function loadRecipients(
  db: Reader,
  changes: readonly LoggedChange[],
  trackers: ReadonlyMap<TrackerId, Tracker>,
): Promise<Recipient[]> {
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
  const reported = notified.flatMap((change) => {
    const artifact = artifacts.get(change.artifact.id)
    const tracker = artifact && trackers.get(artifact.trackerId)
    const values = (change.changesetId === null ? undefined : changed.get(change.changesetId)) ?? {}
    if (artifact === undefined || tracker === undefined || !shouldNotify(tracker, change, values)) return []
    return [{ change, artifact, tracker, values }]
  })
  const mentions = await loadMentionedUsers(db, reported)
  return reported.flatMap(({ change, artifact, tracker }) => {
    const mentioned = mentions.get(change.id)
    const reasons = new Map<UserId, Set<NotificationReason>>()
    const add = (reason: NotificationReason, users: Iterable<UserId>): void => {
      for (const user of users) reasons.set(user, (reasons.get(user) ?? new Set()).add(reason))
    }
    add('submitted', submitterIds(artifact))
    add('assigned', resolveSelectedUsers(tracker, artifact.values))
    add('commented', commenters.get(artifact.id) ?? [])
    add('watched', watchers.get(artifact.id) ?? [])
    add('mentioned', mentioned?.keys() ?? [])
    reasons.delete(NONE_USER)
    if (change.userId !== null) reasons.delete(change.userId)
    return [...reasons].map(([user, ofUser]) => ({
      change: change.id,
      artifact: artifact.id,
      user,
      reasons: ofUser,
      mention: mentioned?.get(user) ?? noMention,
    }))
  })
}

const submitterIds = ({ submittedBy }: Artifact): readonly UserId[] => (submittedBy === null ? [] : [submittedBy])
