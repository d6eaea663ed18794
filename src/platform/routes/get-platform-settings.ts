import { route } from '../../kit/http/route.ts'
import { Type } from '../../kit/schema.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { settingsOf } from '../store/settings.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

const SettingsRepresentation = Type.Object(
  {
    access_mode: Type.Enum(['anonymous', 'regular', 'restricted']),
    public_url: textOrNull,
    project_creation: Type.Boolean(),
    project_approval: Type.Boolean(),
    artifacts_deletion_limit: Type.Integer(),
    archive_deleted_items: Type.Boolean(),
    archive_deleted_items_path: textOrNull,
    max_upload_bytes: Type.Integer(),
    timezone: textOrNull,
    password_min_length: Type.Integer(),
    failed_sign_ins_per_minute: Type.Integer(),
    outgoing_private_addresses: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const getPlatformSettings = route({
  method: 'GET',
  url: '/platform_settings',
  access: 'required',
  isExtension: true,
  summary: 'Reads every setting of the platform; for site administrators.',
  answers: { 200: SettingsRepresentation },
  async answer({ caller }, world) {
    mayAdministratePlatform(caller)
    return { body: await settingsOf(world) }
  },
})
