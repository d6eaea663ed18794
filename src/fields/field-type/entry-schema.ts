import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Type } from '../../kit/values/schema.ts'

/** Schema of the entries of one type in `values`, or of several types that have the same members. */
export interface EntrySchema<Members extends TProperties = TProperties> {
  /** Its name in the description of the API. */
  readonly title: string
  /** In addition to `field_id`, `type` and `label`. */
  readonly members: Members
}

export const defineEntry = <Members extends TProperties>(title: string, members: Members): EntrySchema<Members> => ({
  title,
  members,
})

/** Entry of one type. */
export type EntryOf<Type extends string, Schema extends EntrySchema> = {
  field_id: number
  type: Type
  label: string
} & Static<TObject<Schema['members']>>

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const oneOf = <T extends string>(...types: T[]) =>
  Type.Unsafe<T>(Type.Union(types.map((type) => Type.Literal(type))))
export const defineObject = <T extends TProperties>(title: string, members: T) =>
  Type.Object(members, { title, additionalProperties: false })
