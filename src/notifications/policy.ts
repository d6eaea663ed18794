import { type Caller, isSiteAdministrator } from '../kit/values/caller.ts'
import type { Tracker } from '../trackers/model/tracker.ts'
import { isTrackerAdministrator } from '../trackers/policy.ts'

/** Project members see all watchers of an artifact; other users see only themselves. */
export const canSeeWatchers = (caller: Caller, tracker: Tracker): boolean =>
  isSiteAdministrator(caller) ||
  isTrackerAdministrator(caller, tracker) ||
  (caller.kind === 'member' && caller.memberOf.has(tracker.projectId))
