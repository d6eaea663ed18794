import type { TrackerOptions } from '../model/definition.ts'
import type { SentSettings } from './sent.ts'

/** docs/api/archive-format.md §2.2. */
const numbers = { all: 0, disabled: 1, status_changes: 2 } as const

/** Options as they were sent; those that are not said stay. */
export function readOptions(sent: SentSettings, before: TrackerOptions): TrackerOptions {
  const { notifications_level: level } = sent
  return {
    allowsCopy: sent.allows_copy ?? before.allowsCopy,
    hasEmailGateway: sent.has_email_gateway ?? before.hasEmailGateway,
    isCopiedWithProject: sent.is_copied_with_project ?? before.isCopiedWithProject,
    logsRankChanges: sent.logs_rank_changes ?? before.logsRankChanges,
    notificationsLevel: level === undefined ? before.notificationsLevel : numbers[level],
    isPromoted: sent.is_promoted ?? before.isPromoted,
    usesPrivateComments: sent.uses_private_comments ?? before.usesPrivateComments,
    sendsCalendarEvents: sent.sends_calendar_events ?? before.sendsCalendarEvents,
    allowsMove: sent.allows_move ?? before.allowsMove,
    requiresPreconditions: sent.requires_preconditions ?? before.requiresPreconditions,
    submitInstructions: sent.submit_instructions ?? before.submitInstructions,
    browseInstructions: sent.browse_instructions ?? before.browseInstructions,
  }
}
