import type * as TypeBox from 'typebox'

type Schema = Record<string, unknown>

const isOptional = (schema: object): boolean => '~optional' in schema

/** Marked with a non-enumerable property, which neither JSON nor a loop over its members shows. */
const optional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, '~optional', { value: true, enumerable: false })

function objectOf(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] as Schema))
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options }
}

const plain =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

const builders = {
  Array: (items: Schema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Enum: (values: readonly unknown[], options: Schema = {}) => ({ enum: values, ...options }),
  Integer: plain('integer'),
  Literal: (value: string | number | boolean, options: Schema = {}) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: plain('null'),
  Number: plain('number'),
  Object: objectOf,
  Optional: optional,
  Record: (_name: Schema, value: Schema, options: Schema = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: plain('string'),
  Union: (choices: readonly Schema[], options: Schema = {}) => ({ anyOf: choices, ...options }),
  Unknown: (options: Schema = {}) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
}

/**
 * Represents an empty XML element where the schema distinguishes it from an absent one: XML cannot express whether it
 * means an empty text or an empty list. Other code sees an empty list.
 */
export const emptyElement: readonly never[] = Object.freeze([])

/** The option of a schema for a member whose empty XML element is read as `emptyElement`. */
export const hasEmptyElement: Schema = Object.defineProperty({}, '~emptyElement', { value: true, enumerable: true })

/** The option of a schema for anything: where the input has this shape, XML is read as for that schema. */
export const hasShape = (shape: object): Schema =>
  Object.defineProperty({}, '~shape', { value: shape, enumerable: true })

/**
 * The option of a schema of a list or an object whose error names the expected type (docs/api/rest-conventions.md
 * §1.4). Without it the error is as observed in requests for artifacts (docs/api/artifacts.md §1.5).
 */
export const hasTypeError: Schema = Object.defineProperty({}, '~typeError', { value: true, enumerable: true })

/** The option of a schema of a list or an object whose error is this message where the input has another type. */
export const hasOwnTypeError = (message: object): Schema =>
  Object.defineProperty({}, '~typeError', { value: message, enumerable: true })

/** The format of a text that is not trimmed. */
export const verbatim = 'verbatim'

/** The format of an integer that is an id: one that is larger than any id is an unknown id, not a malformed one. */
export const identifier = 'id'

/**
 * Typed schemas in the notation of TypeBox: its types, and instead of its 370 modules the few functions that are needed
 * (schema.test.ts compares both), because every start and command would load them (decision 46).
 */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>
