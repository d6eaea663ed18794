import type { TrackerOptions } from '../model/definition.ts'
import type { TrackerSettingsInput } from './input-schemas.ts'

/** docs/api/archive-format.md §2.2. */
const notificationLevels = { all: 0, disabled: 1, status_changes: 2 } as const

/** Parses options; missing ones stay. */
export function parseOptions(input: TrackerSettingsInput, before: TrackerOptions): TrackerOptions {
  const { notifications_level: level } = input
  return {
    allowsCopy: input.allows_copy ?? before.allowsCopy,
    hasEmailGateway: input.has_email_gateway ?? before.hasEmailGateway,
    isCopiedWithProject: input.is_copied_with_project ?? before.isCopiedWithProject,
    logsRankChanges: input.logs_rank_changes ?? before.logsRankChanges,
    notificationsLevel: level === undefined ? before.notificationsLevel : notificationLevels[level],
    isPromoted: input.is_promoted ?? before.isPromoted,
    usesPrivateComments: input.uses_private_comments ?? before.usesPrivateComments,
    sendsCalendarEvents: input.sends_calendar_events ?? before.sendsCalendarEvents,
    allowsMove: input.allows_move ?? before.allowsMove,
    requiresPreconditions: input.requires_preconditions ?? before.requiresPreconditions,
    submitInstructions: input.submit_instructions ?? before.submitInstructions,
    browseInstructions: input.browse_instructions ?? before.browseInstructions,
  }
}
