import { type Message, message } from '../../kit/messages/message.ts'

/** Maximum size of a text in bytes, though the message says characters (docs/api/field-values.md §4). */
const maxBytes = 65_535

export const isTooLong = (text: string): boolean => Buffer.byteLength(text) > maxBytes

/** The sentence for a value that is too long. */
export const formatTooLongMessage = (label: string, max: number = maxBytes): Message =>
  message`${label} can not contain more than ${max} characters.`
