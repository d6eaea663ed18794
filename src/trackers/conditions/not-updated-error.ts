import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** docs/api/trackers.md §4.10: the same text for every reference that does not fit. */
export const createNotUpdatedError = () =>
  new Refusal('invalid', '', { translated: message`The transition has not been updated.` })
