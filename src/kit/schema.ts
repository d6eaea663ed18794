import type * as TypeBox from 'typebox'

type Schema = Record<string, unknown>

const isOptional = (schema: object): boolean => '~optional' in schema

/** Marked where neither JSON nor a loop over its members shows it. */
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
 * Stands for an empty XML element where the schema tells it apart from an absent one: XML cannot say whether it means an
 * empty text or an empty list. To whom does not look, it is an empty list.
 */
export const emptyElement: readonly never[] = Object.freeze([])

/** The option of a schema for a member whose empty XML element is read as `emptyElement`. */
export const hasEmptyElement: Schema = Object.defineProperty({}, '~emptyElement', { value: true, enumerable: true })

/** The format of a text that is taken as it is sent, with the blanks around it. */
export const verbatim = 'verbatim'

/**
 * Schemas with types, as TypeBox writes them: its types, and of its 370 modules, which a start would read one by one,
 * the few lines that we need (schema.test.ts holds both against each other).
 */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>
