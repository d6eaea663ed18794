import { NO_VALUE } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { bindOf } from '../binds/bind-of.ts'
import type { Bind, Field } from '../field.ts'
import type { SentEntry } from '../writing.ts'
import { asSaid, isObject, sentId } from './sent.ts'

/**
 * One thing somebody wants in an open list: `id` of what the bind offers or of what was typed before, `typed` such as
 * `o12`, `login`, `email` and `name` of people and groups, `label` for what is typed, `text` for either of them,
 * `number` for a label or else an id.
 */
export type Wanted = { readonly by: 'typed'; readonly id: number } | Referred

export type Referred =
  | { readonly by: 'id'; readonly said: string; readonly id: number | undefined }
  | { readonly by: 'number'; readonly said: string; readonly id: number }
  | { readonly by: 'login' | 'email' | 'name' | 'label' | 'text'; readonly said: string }

/** More in one field is no list that somebody made. */
const mostItems = 1000

/**
 * What an entry wants (docs/api/field-values.md §8, forms A and B, A is looked at first), or the refusal it deserves;
 * undefined: the field is not touched.
 */
export function wantedItems(
  { value, bind_value_ids: texts }: SentEntry,
  field: Field,
): readonly (Wanted | Refusal)[] | Refusal | undefined {
  const objects = isObject(value) ? value['bind_value_objects'] : undefined
  const { kind } = bindOf(field).bind
  if (Array.isArray(objects)) return few(objects, field) ?? objects.flatMap((each) => readObject(each, kind))
  if (Array.isArray(texts)) return few(texts, field) ?? texts.flatMap(readText)
  const isLeftOut = (value ?? null) === null || (isObject(value) && objects === null)
  return isLeftOut && (texts === null || value === null || objects === null) ? undefined : labelsExpected
}

const few = (items: readonly unknown[], { label }: Field): Refusal | undefined =>
  items.length > mostItems
    ? new Refusal('invalid', `${label} can not contain more than ${mostItems} values.`)
    : undefined

const labelsExpected = new Refusal(
  'invalid',
  "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'",
)

/** Texts are trimmed and can be stored as they are. */
const tidy = (text: string): string => text.toWellFormed().trim()

/**
 * An integer may be the id of a value (docs/api/field-values.md §8); one integer means "None" everywhere
 * (docs/api/client-needs.md §17).
 */
function readText(sent: unknown): Wanted | Refusal | [] {
  if (sent === NO_VALUE) return []
  if (typeof sent === 'number') {
    const id = sentId(sent)
    return id === undefined ? { by: 'text', said: `${sent}` } : { by: 'number', said: `${sent}`, id }
  }
  if (sent === null) return []
  if (typeof sent !== 'string') return labelsExpected
  const said = tidy(sent)
  return said === '' ? [] : { by: 'text', said }
}

interface Properties {
  readonly keys: Readonly<Record<string, 'login' | 'email' | 'name' | 'label'>>
  readonly expected: string
}

const propertiesOf: Readonly<Record<Bind['kind'], Properties>> = {
  static: {
    keys: { label: 'label' },
    expected:
      'OpenList static fields values should be passed as an object with at least one of the properties "id" or "label"',
  },
  users: {
    keys: { username: 'login', email: 'email' },
    expected:
      'OpenList user fields values should be passed as an object with at least one of the properties "id", "username" or "email"',
  },
  ugroups: {
    keys: { short_name: 'name' },
    expected:
      'OpenList static fields values should be passed as an object with at least one of the properties "id" or "short_name"',
  },
}

function readObject(sent: unknown, kind: Bind['kind']): Wanted | Refusal | [] {
  const { keys, expected } = propertiesOf[kind]
  if (!isObject(sent)) return new Refusal('invalid', expected)
  const id = sent['id']
  if (typeof id === 'string' && /^o\d{1,15}$/.test(id)) return { by: 'typed', id: Number(id.slice(1)) }
  if (sentId(id) === NO_VALUE) return []
  if (id !== undefined && id !== null) {
    const said = typeof id === 'string' && /^b\d{1,15}$/.test(id) ? id.slice(1) : asSaid(id)
    return { by: 'id', said, id: sentId(said) }
  }
  for (const [key, by] of Object.entries(keys)) {
    const text = sent[key]
    const said = typeof text === 'string' || typeof text === 'number' ? tidy(`${text}`) : ''
    if (said !== '') return { by, said }
  }
  return new Refusal('invalid', expected)
}
