import type { Attributes, Markup } from '../../../kit/xml/write.ts'
import type { TrackerOptions } from '../../model/definition.ts'
import { formatFlag } from '../flag.ts'
import { buildTextElement } from '../xml-elements.ts'

/** Returns the attributes of a tracker (docs/api/archive-format.md §2.2). */
export const buildOptionAttributes = (options: TrackerOptions): Attributes => ({
  allow_copy: formatFlag(options.allowsCopy),
  enable_emailgateway: formatFlag(options.hasEmailGateway),
  instantiate_for_new_projects: formatFlag(options.isCopiedWithProject),
  log_priority_changes: formatFlag(options.logsRankChanges),
  notifications_level: options.notificationsLevel,
  is_displayed_in_new_dropdown: formatFlag(options.isPromoted),
  // Written only when disabled.
  use_private_comments: options.usesPrivateComments ? undefined : '0',
  should_send_event_in_notification: formatFlag(options.sendsCalendarEvents),
  enable_move_artifacts: formatFlag(options.allowsMove),
})

/** Instructions shown before submitting and browsing. */
export const buildInstructionAttributes = ({
  submitInstructions,
  browseInstructions,
}: TrackerOptions): readonly Markup[] => [
  ...(submitInstructions === '' ? [] : [buildTextElement('submit_instructions', submitInstructions)]),
  ...(browseInstructions === '' ? [] : [buildTextElement('browse_instructions', browseInstructions)]),
]
