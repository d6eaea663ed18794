import { message } from '../../../kit/messages/message.ts'
import { getText, type XmlElement } from '../../../kit/xml/element.ts'
import { defaultOptions, type TrackerOptions } from '../../model/definition.ts'
import { parseFlag, parseFlagAttribute } from '../attributes.ts'
import type { FindingReporter } from '../finding-reporter.ts'

/** Parses the attributes of a tracker (docs/api/archive-format.md §2.2). */
export function parseOptions(tracker: XmlElement, notes: FindingReporter): TrackerOptions {
  const flag = (name: string, otherwise: boolean) => parseFlagAttribute(tracker, name, otherwise, notes)
  return {
    allowsCopy: flag('allow_copy', defaultOptions.allowsCopy),
    hasEmailGateway: flag('enable_emailgateway', defaultOptions.hasEmailGateway),
    isCopiedWithProject: flag('instantiate_for_new_projects', defaultOptions.isCopiedWithProject),
    logsRankChanges: flag('log_priority_changes', defaultOptions.logsRankChanges),
    notificationsLevel: notificationsLevel(tracker, notes),
    isPromoted: flag('is_displayed_in_new_dropdown', defaultOptions.isPromoted),
    usesPrivateComments: flag('use_private_comments', defaultOptions.usesPrivateComments),
    sendsCalendarEvents: flag('should_send_event_in_notification', defaultOptions.sendsCalendarEvents),
    allowsMove: flag('enable_move_artifacts', defaultOptions.allowsMove),
    // Tulipwood extension, ignored by other products.
    requiresPreconditions: flag('requires_preconditions', defaultOptions.requiresPreconditions),
    submitInstructions: getText(tracker, 'submit_instructions') ?? '',
    browseInstructions: getText(tracker, 'browse_instructions') ?? '',
  }
}

/** `stop_notification` is the older form of level 1. */
function notificationsLevel(tracker: XmlElement, notes: FindingReporter): 0 | 1 | 2 {
  const { notifications_level: level, stop_notification: stopped } = tracker.attributes
  switch (level?.trim()) {
    case '0':
      return 0
    case '1':
      return 1
    case '2':
      return 2
    case undefined:
    case '':
      return parseFlag(stopped, false) ? 1 : 0
    default:
      notes.remark(
        'default-used',
        tracker.line,
        message`notifications_level="${level ?? ''}" is none of 0, 1 and 2: it counts as 0`,
      )
      return 0
  }
}
