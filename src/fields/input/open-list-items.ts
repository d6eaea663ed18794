import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { getBind } from '../binds/get-bind.ts'
import type { FieldValueInput } from '../contexts/write-context.ts'
import type { Bind, Field } from '../model/field.ts'
import { isObject, parseId, toMessageText } from '../parse/parse-id.ts'

/**
 * One requested item of an open list: `id` of a bind value or of an earlier new value, `typed` such as `o12`, `login`,
 * `email` and `name` of users and groups, `label` for a new value, `text` for any of them, `number` for a label or else
 * an id.
 */
export type OpenListInputItem = { readonly by: 'typed'; readonly id: number } | NamedItem

export type NamedItem =
  | { readonly by: 'id'; readonly text: string; readonly id: number | undefined }
  | { readonly by: 'number'; readonly text: string; readonly id: number }
  | { readonly by: 'login' | 'email' | 'name' | 'label' | 'text'; readonly text: string }

/** Limits the work of one request; real lists are far shorter. */
const maxItems = 1000

/**
 * Parses the items of an entry (docs/api/field-values.md §8, forms A and B, A first) or returns the refusal; undefined:
 * the field does not change.
 */
export function parseOpenListItems(
  { value, bind_value_ids: texts }: FieldValueInput,
  field: Field,
): readonly (OpenListInputItem | Refusal)[] | Refusal | undefined {
  const objects = isObject(value) ? value['bind_value_objects'] : undefined
  const { kind } = getBind(field).bind
  if (Array.isArray(objects))
    return checkItemCount(objects, field) ?? objects.flatMap((each) => parseObjectItem(each, kind))
  if (Array.isArray(texts)) return checkItemCount(texts, field) ?? texts.flatMap(parseTextItem)
  const isLeftOut = (value ?? null) === null || (isObject(value) && objects === null)
  return isLeftOut && (texts === null || value === null || objects === null) ? undefined : labelsExpected
}

const checkItemCount = (items: readonly unknown[], { label }: Field): Refusal | undefined =>
  items.length > maxItems
    ? new Refusal('invalid', message`${label} can not contain more than ${maxItems} values.`)
    : undefined

const labelsExpected = new Refusal(
  'invalid',
  "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'",
)

/** Texts are trimmed and can be stored as they are. */
const normalizeText = (text: string): string => text.toWellFormed().trim()

/**
 * An integer may be the id of a value (docs/api/field-values.md §8); the integer 100 means "None" everywhere
 * (docs/api/client-needs.md §17).
 */
function parseTextItem(input: unknown): OpenListInputItem | Refusal | [] {
  if (input === NO_VALUE) return []
  if (typeof input === 'number') {
    // A number that is larger than any id is a text like the others that are no ids.
    return parseId(input) === input ? { by: 'number', text: `${input}`, id: input } : { by: 'text', text: `${input}` }
  }
  if (input === null) return []
  if (typeof input !== 'string') return labelsExpected
  const value = normalizeText(input)
  return value === '' ? [] : { by: 'text', text: value }
}

interface ObjectKeys {
  readonly keys: Readonly<Record<string, 'login' | 'email' | 'name' | 'label'>>
  readonly expected: Message
}

const objectKeysOf: Readonly<Record<Bind['kind'], ObjectKeys>> = {
  static: {
    keys: { label: 'label' },
    expected: message`OpenList static fields values should be passed as an object with at least one of the properties "id" or "label"`,
  },
  users: {
    keys: { username: 'login', email: 'email' },
    expected: message`OpenList user fields values should be passed as an object with at least one of the properties "id", "username" or "email"`,
  },
  ugroups: {
    keys: { short_name: 'name' },
    expected: message`OpenList static fields values should be passed as an object with at least one of the properties "id" or "short_name"`,
  },
}

function parseObjectItem(input: unknown, kind: Bind['kind']): OpenListInputItem | Refusal | [] {
  const { keys, expected } = objectKeysOf[kind]
  if (!isObject(input)) return new Refusal('invalid', expected)
  const id = input['id']
  if (typeof id === 'string' && /^o\d{1,15}$/.test(id)) return { by: 'typed', id: Number(id.slice(1)) }
  if (parseId(id) === NO_VALUE) return []
  if (id !== undefined && id !== null) {
    const value = typeof id === 'string' && /^b\d{1,15}$/.test(id) ? id.slice(1) : toMessageText(id)
    return { by: 'id', text: value, id: parseId(value) }
  }
  for (const [key, by] of Object.entries(keys)) {
    const text = input[key]
    const value = typeof text === 'string' || typeof text === 'number' ? normalizeText(`${text}`) : ''
    if (value !== '') return { by, text: value }
  }
  return new Refusal('invalid', expected)
}
