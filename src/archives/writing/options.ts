import type { Attributes, Markup } from '../../kit/xml/write.ts'
import type { TrackerOptions } from '../../trackers/model/definition.ts'
import { flag } from './flag.ts'
import { textIn } from './named.ts'

/** The attributes of a tracker (docs/api/archive-format.md §2.2). */
export const optionAttributes = (options: TrackerOptions): Attributes => ({
  allow_copy: flag(options.allowsCopy),
  enable_emailgateway: flag(options.hasEmailGateway),
  instantiate_for_new_projects: flag(options.isCopiedWithProject),
  log_priority_changes: flag(options.logsRankChanges),
  notifications_level: options.notificationsLevel,
  is_displayed_in_new_dropdown: flag(options.isPromoted),
  // Written only when they are switched off.
  use_private_comments: options.usesPrivateComments ? undefined : '0',
  should_send_event_in_notification: flag(options.sendsCalendarEvents),
  enable_move_artifacts: flag(options.allowsMove),
})

/** What people are told before they submit and browse. */
export const instructions = ({ submitInstructions, browseInstructions }: TrackerOptions): readonly Markup[] => [
  ...(submitInstructions === '' ? [] : [textIn('submit_instructions', submitInstructions)]),
  ...(browseInstructions === '' ? [] : [textIn('browse_instructions', browseInstructions)]),
]
