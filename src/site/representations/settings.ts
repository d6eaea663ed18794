import type { TSchema } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { SettingKind } from '../model/setting-kinds.ts'
import { mapSettings, type Settings } from '../model/settings.ts'

/** Every setting; model/setting-definitions.ts describes each. */
export const SettingsRepresentation = Type.Object(
  mapSettings(({ kind, isOptional }) =>
    isOptional ? Type.Union([createSchema(kind), Type.Null()]) : createSchema(kind),
  ),
  { title: 'SiteSettings', additionalProperties: false },
)
export type SettingsRepresentation = Settings

function createSchema(kind: SettingKind): TSchema {
  switch (kind.type) {
    case 'integer':
      return Type.Integer()
    case 'flag':
      return Type.Boolean()
    case 'choice':
      return Type.Enum([...kind.choices])
    default:
      return Type.String()
  }
}
