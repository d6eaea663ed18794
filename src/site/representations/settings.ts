import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** Every setting; model/settings.ts describes each. */
export const SettingsRepresentation = Type.Object(
  {
    site_name: Type.String(),
    access_mode: Type.Enum(['anonymous', 'regular', 'restricted']),
    public_url: textOrNull,
    project_creation: Type.Boolean(),
    project_approval: Type.Boolean(),
    project_archives: Type.Enum(['everybody', 'administrators', 'nobody']),
    artifacts_deletion_limit: Type.Integer(),
    archive_deleted_items: Type.Boolean(),
    archive_deleted_items_path: textOrNull,
    max_upload_bytes: Type.Integer(),
    max_archive_bytes: Type.Integer(),
    pending_upload_bytes_per_user: Type.Integer(),
    project_storage_bytes: Type.Union([Type.Integer(), Type.Null()]),
    free_disk_reserve_bytes: Type.Integer(),
    temporary_file_days: Type.Integer(),
    timezone: textOrNull,
    password_min_length: Type.Integer(),
    failed_sign_ins_per_minute: Type.Integer(),
    second_factor: Type.Enum(['optional', 'administrators', 'everybody']),
    tql_complexity_limit: Type.Integer(),
    outgoing_private_addresses: Type.Boolean(),
    svn_allow_empty_message: Type.Boolean(),
    svn_max_file_mib: Type.Integer(),
    svn_deleted_days: Type.Integer(),
  },
  { title: 'SiteSettings', additionalProperties: false },
)
export type SettingsRepresentation = Static<typeof SettingsRepresentation>
