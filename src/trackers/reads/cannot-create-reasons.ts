import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../model/tracker.ts'
import { getFieldRights } from '../policy.ts'

/**
 * docs/api/trackers.md §2.4: returns why an artifact cannot be created from only these semantics; only the title is
 * supported.
 */
export function getCannotCreateReasons(caller: Caller, tracker: Tracker, semantics: readonly string[]): string[] {
  if (semantics.length === 0) return []
  const title = tracker.semantics.title && tracker.fieldById.get(tracker.semantics.title.field)
  if (title === undefined) return ['Title semantic is not defined']
  const { canSubmit } = getFieldRights(caller, tracker)
  const required = tracker.fields.filter((field) => field.isUsed && field.isRequired)
  return [
    ...(canSubmit(title) ? [] : [`You do not have the right to submit '${title.label}' field`]),
    ...(required.some((field) => field.id !== title.id) ? [`Other field than '${title.label}' is required`] : []),
    ...(required.every((field) => canSubmit(field) || field.permissions.submit.length === 0)
      ? []
      : ["You can't submit an artifact because you do not have the right to submit all required fields"]),
  ]
}

/** Parses the semantics to check: a list, or a text with commas. */
export function parseSemanticsToCheck(input: string | readonly string[]): string[] {
  const names = (typeof input === 'string' ? input.split(',') : input).map((name) => name.trim()).filter(Boolean)
  const unknown = names.find((name) => name !== 'title')
  if (unknown !== undefined) throw new Refusal('invalid', message`Semantic "${unknown}" not supported`)
  return names
}
