import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../model/tracker.ts'

const flag = Type.Boolean()

/** Tulipwood extension: settings of a tracker without its structure; PUT accepts any subset. */
export const SettingsRepresentation = Type.Object(
  {
    label: Type.String(),
    item_name: Type.String(),
    description: Type.String(),
    color_name: Type.String(),
    parent_id: Type.Union([Type.Integer(), Type.Null()]),
    notifications_level: Type.Union([Type.Literal('all'), Type.Literal('disabled'), Type.Literal('status_changes')]),
    allows_copy: flag,
    allows_move: flag,
    has_email_gateway: flag,
    is_copied_with_project: flag,
    is_promoted: flag,
    logs_rank_changes: flag,
    requires_preconditions: flag,
    sends_calendar_events: flag,
    uses_private_comments: flag,
    submit_instructions: Type.String(),
    browse_instructions: Type.String(),
  },
  { title: 'TrackerSettings', additionalProperties: false },
)
export type SettingsRepresentation = Static<typeof SettingsRepresentation>

/** docs/api/archive-format.md §2.2. */
const levels = ['all', 'disabled', 'status_changes'] as const

export const representSettings = ({
  name,
  itemName,
  description,
  color,
  parentId,
  options,
}: Tracker): SettingsRepresentation => ({
  label: name,
  item_name: itemName,
  description,
  color_name: color,
  parent_id: parentId,
  notifications_level: levels[options.notificationsLevel],
  allows_copy: options.allowsCopy,
  allows_move: options.allowsMove,
  has_email_gateway: options.hasEmailGateway,
  is_copied_with_project: options.isCopiedWithProject,
  is_promoted: options.isPromoted,
  logs_rank_changes: options.logsRankChanges,
  requires_preconditions: options.requiresPreconditions,
  sends_calendar_events: options.sendsCalendarEvents,
  uses_private_comments: options.usesPrivateComments,
  submit_instructions: options.submitInstructions,
  browse_instructions: options.browseInstructions,
})
