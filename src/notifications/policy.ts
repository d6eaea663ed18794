import { type Caller, rulesThePlatform } from '../kit/caller.ts'
import type { Tracker } from '../trackers/model/tracker.ts'
import { administratesTracker } from '../trackers/policy.ts'

/** Who watches is told to those who work in the project; anybody else knows of himself. */
export const seesWatchers = (caller: Caller, tracker: Tracker): boolean =>
  rulesThePlatform(caller) ||
  administratesTracker(caller, tracker) ||
  (caller.kind === 'member' && caller.memberOf.has(tracker.projectId))
