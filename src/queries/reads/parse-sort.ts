import type { Field } from '../../fields/model/field.ts'
import type { SortCriterion, SortKey } from '../../fields/model/sort-key.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { splitNameList } from '../../kit/text/split-name-list.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights } from '../../trackers/policy.ts'
import { limits } from '../language/limits.ts'
import { findTarget } from './comparison-target.ts'

type SystemDate = 'submitted_on' | 'updated_on'

/** Names of `sort` that mean the same in each tracker, whatever the names of its fields. */
const dates: Readonly<Record<string, SystemDate>> = { submitted_on: 'submitted_on', last_update_date: 'updated_on' }

/** Returns the date with such a name, which each artifact has; undefined: there is none. */
export const findSystemDate = (name: string): { readonly kind: 'system'; readonly of: SystemDate } | undefined => {
  const of = Object.hasOwn(dates, name) ? dates[name] : undefined
  return of && { kind: 'system', of }
}

/**
 * Parses the parameter `sort`: names or ids of fields with commas between them, `-` before a name for descending. Fields
 * sort as in ORDER BY, and those that the caller cannot read are unknown: an order would reveal their values.
 */
export function parseSort(text: string, tracker: Tracker, caller: Caller): readonly SortKey[] {
  const items = splitNameList(text)
  if (items.length > limits.sortKeys)
    throw new Refusal('invalid', message`\`sort\` has ${items.length} names. At most ${limits.sortKeys} are allowed.`)
  const { canRead } = getFieldRights(caller, tracker)
  return items.map((item) => {
    const direction = item.startsWith('-') ? 'desc' : 'asc'
    const name = direction === 'desc' ? item.slice(1).trim() : item
    return { by: findCriterion(name, tracker, caller, canRead), direction }
  })
}

function findCriterion(
  name: string,
  tracker: Tracker,
  caller: Caller,
  canRead: (field: Field) => boolean,
): SortCriterion {
  if (name === 'id' || name === 'rank') return { kind: 'system', of: name }
  const date = findSystemDate(name)
  if (date !== undefined) return date
  const byId = /^\d{1,15}$/.test(name) ? tracker.fieldById.get(Number(name) as FieldId) : undefined
  const isSortable = byId?.isUsed === true && canRead(byId) && getFieldType(byId.type).kind === 'field'
  const field = isSortable ? byId : findTarget({ kind: 'field', name, at: 0 }, tracker, { caller, canRead })?.field
  if (field === undefined)
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`sort\`: "${name}". Expected id, rank, submitted_on, last_update_date, or the name or id of a field that you can read.`,
    )
  const by = getFieldType(field.type).search?.order?.(field)
  if (by === undefined) throw new Refusal('invalid', message`Sorting by '${field.name}' is not supported.`)
  return by
}
