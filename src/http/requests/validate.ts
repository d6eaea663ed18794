import type { TSchema } from 'typebox'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { limitId } from '../../kit/values/ids.ts'
import { identifier, verbatim } from '../../kit/values/schema.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * Converts a value by its schema, with the leniency and the messages of docs/api/rest-conventions.md §1.4: numbers and
 * booleans may be texts, texts are trimmed (passwords and `verbatim` ones are not), unknown members are dropped, null
 * means absent.
 */
export function validateInput(schema: TSchema, value: unknown, name: string): unknown {
  return read(schema as JsonSchema, value, name)
}

/** Converts the members of a query string, of a path or of a body, each under its own name. */
export function validateMembers(schema: TSchema, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return readMembers(schema as JsonSchema, {}, (key) => key)
  return readMembers(schema as JsonSchema, value as Record<string, unknown>, (key) => key)
}

const refuse = (name: string, text?: Message): never => {
  throw new Refusal(
    'invalid',
    text === undefined
      ? message`Invalid value specified for \`${name}\``
      : message`Invalid value specified for \`${name}\`. ${text}`,
  )
}

/** Refuses an input of another type; a missing one is reported as such, unless the schema has its own text. */
function refuseType(error: true | Message, value: unknown, name: string, expected: Message): never {
  if (error !== true) throw new Refusal('invalid', error)
  return value === undefined || value === null ? required(name) : refuse(name, expected)
}

const required = (name: string): never => {
  throw new Refusal('invalid', message`\`${name}\` is required.`)
}

function read(schema: JsonSchema, value: unknown, name: string): unknown {
  if (schema.anyOf !== undefined) return readAny(schema.anyOf, value, name)
  if (schema.const !== undefined || schema.enum !== undefined)
    return readChoice(schema.enum ?? [schema.const], value, name)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return readNumber(schema, value, name)
    case 'boolean':
      return readBoolean(value, name)
    case 'string':
      return readText(schema, value, name)
    case 'array':
      return readList(schema, value, name)
    case 'object':
      return readObject(schema, value, name)
    case 'null':
      return value === null || value === '' ? null : refuse(name, message`Expecting null`)
    default:
      return value
  }
}

function readAny(choices: readonly JsonSchema[], value: unknown, name: string): unknown {
  const literals = choices.flatMap((choice) => (choice.const === undefined ? (choice.enum ?? []) : [choice.const]))
  if (literals.length > 0 && choices.every((choice) => choice.const !== undefined || choice.enum !== undefined)) {
    return readChoice(literals, value, name)
  }
  let first: unknown
  // The stricter interpretation first: a text stays a text when the schema allows texts and numbers.
  for (const choice of [...choices].sort((a, b) => suitability(b, value) - suitability(a, value))) {
    try {
      return read(choice, value, name)
    } catch (problem) {
      first ??= problem
    }
  }
  throw first
}

/** Returns how well a schema fits the JSON type of a value: 1 exactly, 0 perhaps by conversion. */
function suitability(schema: JsonSchema, value: unknown): number {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  // Only the empty list, which some clients send for an empty map; another list is reported as no object.
  if (schema.type === 'array' && schema.maxItems === 0) return Array.isArray(value) && value.length === 0 ? 1 : 0
  return schema.type === type || (schema.type === 'integer' && type === 'number') ? 1 : 0
}

function readChoice(choices: readonly unknown[], value: unknown, name: string): unknown {
  const match = choices.find((choice) => choice === value || (typeof choice !== 'string' && String(choice) === value))
  return match === undefined ? refuse(name, message`Expected one of (${choices.join(',')}).`) : match
}

function readNumber(schema: JsonSchema, value: unknown, name: string): number {
  const isInteger = schema.type === 'integer'
  const expected = () => (isInteger ? message`Expecting integer value` : message`Expecting number value`)
  const pattern = isInteger ? /^\s*[+-]?\d+\s*$/ : /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/
  const input =
    typeof value === 'number' ? value : typeof value === 'string' && pattern.test(value) ? Number(value) : Number.NaN
  const number = schema.format === identifier && isWhole(input) ? limitId(input) : input
  if (isInteger ? !Number.isSafeInteger(number) : !Number.isFinite(number)) return refuse(name, expected())
  if (schema.minimum !== undefined && number < schema.minimum)
    return refuse(name, message`Minimum required value is ${schema.minimum}.`)
  if (schema.maximum !== undefined && number > schema.maximum)
    return refuse(name, message`Maximum allowed value is ${schema.maximum}.`)
  return number
}

/** Beyond the range of numbers, JSON parses an integer as infinite. */
const isWhole = (number: number): boolean => Number.isInteger(number) || Math.abs(number) === Infinity

function readBoolean(input: unknown, name: string): boolean {
  const value = typeof input === 'string' ? input.trim() : input
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  return refuse(name, message`Expecting boolean value`)
}

function readText(schema: JsonSchema, value: unknown, name: string): string {
  // A number beyond the range of numbers, such as 1e400, is read as Infinity, which is not what was sent.
  if (typeof value !== 'string' && !Number.isFinite(value)) return refuse(name, message`Expecting alpha numeric value`)
  const isTrimmed = schema.format !== verbatim && !/(^|\[)password\]?$/.test(name)
  const text = isTrimmed ? String(value).trim() : String(value)
  const { minLength, maxLength, pattern } = schema
  if (minLength !== undefined && text.length < minLength)
    return refuse(name, message`Minimum ${minLength} characters required.`)
  if (maxLength !== undefined && text.length > maxLength)
    return refuse(name, message`Maximum ${maxLength} characters allowed.`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return refuse(name, message`Strings should match the expected format.`)
  return text
}

function readList(schema: JsonSchema, value: unknown, name: string): readonly unknown[] {
  const { minItems, maxItems, items } = schema
  if (!Array.isArray(value) && schema['~typeError'] !== undefined)
    return refuseType(schema['~typeError'], value, name, message`Expecting a list of items but an item is given`)
  if (!Array.isArray(value)) return refuse(items?.type === 'object' ? firstInside(value, name) : name)
  if (minItems !== undefined && value.length < minItems)
    return refuse(
      name,
      minItems === 1 ? message`Minimum ${minItems} item required.` : message`Minimum ${minItems} items required.`,
    )
  if (maxItems !== undefined && value.length > maxItems)
    return refuse(name, message`Maximum ${maxItems} items allowed.`)
  return items === undefined ? value : value.map((item, i) => read(items, item, `${name}[${i}]`))
}

/** A single item instead of a list is reported under the name of its first member (docs/api/artifacts.md §1.5). */
function firstInside(value: unknown, name: string): string {
  const [key] = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return key === undefined ? name : `${name}[${key}]`
}

function readObject(schema: JsonSchema, value: unknown, name: string): Record<string, unknown> {
  if ((typeof value !== 'object' || value === null) && schema['~typeError'] !== undefined)
    return refuseType(schema['~typeError'], value, name, message`Expecting an item of type \`object\``)
  // Observed (docs/api/compatibility.md §3.1): only for a list the message names the expected type.
  if (typeof value !== 'object' || value === null)
    return refuse(name, name === '' ? message`Expecting an item of type \`object\`` : undefined)
  if (Array.isArray(value)) return refuse(name, message`Expecting an item of type \`object\``)
  return readMembers(schema, value as Record<string, unknown>, (key) => (name === '' ? key : `${name}[${key}]`))
}

function readMembers(
  schema: JsonSchema,
  value: Record<string, unknown>,
  nameOf: (key: string) => string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const properties = schema.properties ?? {}
  for (const [key, member] of Object.entries(properties)) {
    const input = Object.hasOwn(value, key) ? value[key] : undefined
    const isAbsent = input === undefined || (input === null && !admitsNull(member))
    if (!isAbsent && !(input === '' && isNeeded(schema, key, member))) values[key] = read(member, input, nameOf(key))
    else if (member.default !== undefined) values[key] = member.default
    else if (schema.required?.includes(key)) required(lacking(member, value, nameOf(key)))
  }
  const open = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
  if (open === undefined || open === false) return values
  for (const [key, input] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) continue
    // In a filter it would be an ignored criterion, and everything would match.
    if (key === '__proto__') refuse(nameOf(key), message`This name is not allowed.`)
    values[key] = open === true ? input : read(open, input, nameOf(key))
  }
  return values
}

/**
 * A body without its required object is interpreted as that object, so the message names its first missing member
 * (docs/api/artifacts.md §3.6).
 */
function lacking({ type, required = [] }: JsonSchema, input: object, name: string): string {
  const isBody = type === 'object' && !name.includes('[') && Object.keys(input).length > 0
  const inner = isBody ? required.find((key) => !Object.hasOwn(input, key)) : undefined
  return inner === undefined ? name : `${name}[${inner}]`
}

const admitsNull = (schema: JsonSchema): boolean =>
  schema.type === 'null' ||
  (schema.type === undefined && schema.anyOf === undefined && schema.const === undefined) ||
  (schema.anyOf?.some(admitsNull) ?? false)

/**
 * Returns whether an empty text counts as a missing member: a required one must not be empty
 * (docs/api/rest-conventions.md §1.4), unless the schema allows it.
 */
const isNeeded = (schema: JsonSchema, key: string, member: JsonSchema): boolean =>
  (schema.required?.includes(key) ?? false) &&
  !(member.type === 'string' && member.minLength === 0) &&
  member.type !== undefined
