import { UserRepresentation } from '../../accounts/representations/user.ts'
import { UserGroupReference } from '../../accounts/representations/user-group.ts'
import { Type } from '../../kit/values/schema.ts'
import { defineEntry, defineObject, nullable } from '../field-type/entry-schema.ts'

export const StringEntry = defineEntry('StringValue', { value: Type.String() })

export const NumberEntry = defineEntry('NumberValue', { value: nullable(Type.Number()) })

export const IdEntry = defineEntry('IdValue', { value: Type.Integer() })

export const UserEntry = defineEntry('UserValue', { value: UserRepresentation })

export const StaticListValue = defineObject('StaticListValue', {
  id: Type.Integer(),
  label: Type.String(),
  color: nullable(defineObject('RgbColor', { r: Type.Integer(), g: Type.Integer(), b: Type.Integer() })),
  tlp_color: nullable(Type.String()),
  is_hidden: Type.Boolean(),
})

export const ListEntry = defineEntry('ListValue', {
  values: Type.Array(Type.Union([StaticListValue, UserRepresentation, UserGroupReference])),
  bind_value_ids: Type.Array(Type.Union([Type.Integer(), Type.String()])),
})
