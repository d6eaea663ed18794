import type { TProperties, TSchema } from 'typebox'
import { identifier } from '../../kit/values/schema.ts'

/** Returns properties of answers for input: their integers, alone or in lists, are ids of any size. */
export const markIdentifiers = <Properties extends TProperties>(properties: Properties): Properties =>
  // The types of the properties stay the same.
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, markIdentifier(schema)])) as Properties

function markIdentifier(schema: TSchema & { readonly type?: string; readonly items?: TSchema }): TSchema {
  if (schema.type === 'integer') return { ...schema, format: identifier }
  return schema.items === undefined ? schema : { ...schema, items: markIdentifier(schema.items) }
}
