import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type FieldId, limitId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import type { ActionMembers } from './post-action-type.ts'

export const createActionError = (translated: Message) => new Refusal('invalid', '', { translated })

export const createUnknownActionError = (action: ActionMembers) =>
  createActionError(message`Unknown post action '${JSON.stringify(action)}'.`)

export const optionalIds = Type.Optional(Type.Array(Type.Integer({ format: identifier })))

export function parseIds(action: ActionMembers, type: string, name: string): FieldId[] {
  const input = action[name] ?? undefined
  if (input === undefined)
    throw createActionError(message`Mandatory attribute ${name} not found in action with type "${type}".`)
  const ids = Array.isArray(input) ? input.map(parseIdOfAnySize) : [undefined]
  if (ids.includes(undefined))
    throw createActionError(message`Bad ${name} attribute format: array of integer expected.`)
  if (ids.length === 0) throw createActionError(message`${name} attribute must not be empty.`)
  // Validated by `check`.
  return ids as FieldId[]
}

/** Numbers may be sent as text, as everywhere (docs/api/compatibility.md §3.1): in XML they always are. */
export function parseInteger(input: unknown): number | undefined {
  const number = parseDigits(input)
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

/** Variant for ids: one that is larger than any id is an unknown id. */
export function parseIdOfAnySize(input: unknown): number | undefined {
  const number = parseDigits(input)
  return Number.isInteger(number) || number === Infinity ? limitId(Number(number)) : undefined
}

const parseDigits = (input: unknown): unknown =>
  typeof input === 'string' && /^\s*[+-]?\d+\s*$/.test(input) ? Number(input) : input

export function parseDecimal(input: unknown): number | undefined {
  const isText = typeof input === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(input)
  const number = isText ? Number(input) : input
  return Number.isFinite(number) ? Number(number) : undefined
}
