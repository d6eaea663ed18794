import { createPermit } from '../kit/messages/decide.ts'
import { type Caller, getUserId, isSiteAdministrator } from '../kit/values/caller.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Tracker } from '../trackers/model/tracker.ts'
import { isTrackerAdministrator } from '../trackers/policy.ts'

/** Project members see all watchers of an artifact; other users see only themselves. */
export const canSeeWatchers = (caller: Caller, tracker: Tracker): boolean =>
  isSiteAdministrator(caller) ||
  isTrackerAdministrator(caller, tracker) ||
  (caller.kind === 'member' && caller.memberOf.has(tracker.projectId))

/** Users may stop watching any artifact, even one that they no longer see. */
export const mayStopWatching = (caller: Caller): Permit<'stop watching', UserId> => {
  const id = getUserId(caller)
  // Without an id the verdict is no, and no permit is created.
  return createPermit('stop watching', id as UserId, id === null ? { no: 'unauthenticated' } : 'yes')
}
