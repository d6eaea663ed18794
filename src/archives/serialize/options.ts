import type { Attributes, Markup } from '../../kit/xml/write.ts'
import type { TrackerOptions } from '../../trackers/model/definition.ts'
import { flagValue } from './flag.ts'
import { textElement } from './xml-elements.ts'

/** Returns the attributes of a tracker (docs/api/archive-format.md §2.2). */
export const optionAttributes = (options: TrackerOptions): Attributes => ({
  allow_copy: flagValue(options.allowsCopy),
  enable_emailgateway: flagValue(options.hasEmailGateway),
  instantiate_for_new_projects: flagValue(options.isCopiedWithProject),
  log_priority_changes: flagValue(options.logsRankChanges),
  notifications_level: options.notificationsLevel,
  is_displayed_in_new_dropdown: flagValue(options.isPromoted),
  // Written only when disabled.
  use_private_comments: options.usesPrivateComments ? undefined : '0',
  should_send_event_in_notification: flagValue(options.sendsCalendarEvents),
  enable_move_artifacts: flagValue(options.allowsMove),
})

/** Instructions shown before submitting and browsing. */
export const instructionAttributes = ({
  submitInstructions,
  browseInstructions,
}: TrackerOptions): readonly Markup[] => [
  ...(submitInstructions === '' ? [] : [textElement('submit_instructions', submitInstructions)]),
  ...(browseInstructions === '' ? [] : [textElement('browse_instructions', browseInstructions)]),
]
