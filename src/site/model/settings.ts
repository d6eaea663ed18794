import type { SecondFactorRule } from './second-factor.ts'

/** Settings of the site: changed by site administrators, effective from the next request of every node. */
export interface Settings {
  readonly site_name: string
  readonly access_mode: 'anonymous' | 'regular' | 'restricted'
  /** null: as configured by the environment, else the URL of the request */
  readonly public_url: string | null
  readonly project_creation: boolean
  readonly project_approval: boolean
  readonly project_archives: 'everybody' | 'administrators' | 'nobody'
  readonly artifacts_deletion_limit: number
  readonly archive_deleted_items: boolean
  readonly archive_deleted_items_path: string | null
  readonly max_upload_bytes: number
  readonly max_archive_bytes: number
  readonly pending_upload_bytes_per_user: number
  /** null: limited only by the disk */
  readonly project_storage_bytes: number | null
  readonly free_disk_reserve_bytes: number
  readonly temporary_file_days: number
  /** null: as configured by the environment, else the host's */
  readonly timezone: string | null
  readonly password_min_length: number
  readonly failed_sign_ins_per_minute: number
  readonly second_factor: SecondFactorRule
  /** 0: no limit */
  readonly tql_complexity_limit: number
  readonly outgoing_private_addresses: boolean
  readonly svn_allow_empty_message: boolean
  /** 0: no limit */
  readonly svn_max_file_mib: number
  readonly svn_deleted_days: number
}

export const defaultSettings: Settings = {
  site_name: 'Tulipwood',
  access_mode: 'anonymous',
  public_url: null,
  project_creation: true,
  project_approval: false,
  project_archives: 'everybody',
  artifacts_deletion_limit: 5,
  archive_deleted_items: false,
  archive_deleted_items_path: null,
  max_upload_bytes: 67_108_864,
  max_archive_bytes: 1_073_741_824,
  pending_upload_bytes_per_user: 2_147_483_648,
  project_storage_bytes: null,
  free_disk_reserve_bytes: 1_073_741_824,
  temporary_file_days: 3,
  timezone: null,
  password_min_length: 8,
  failed_sign_ins_per_minute: 10,
  second_factor: 'optional',
  tql_complexity_limit: 30,
  outgoing_private_addresses: false,
  svn_allow_empty_message: true,
  svn_max_file_mib: 50,
  svn_deleted_days: 3,
}

export type SettingName = keyof Settings

/** One-line descriptions: the command line and docs/configuration.md contain the same texts. */
export const settingMeanings: Readonly<Record<SettingName, string>> = {
  site_name: 'name of this site on its pages',
  access_mode:
    'who can see the site: anonymous (anyone), regular (accounts only), restricted (accounts, some of them restricted)',
  public_url: 'public URL of the site; overrides TULIPWOOD_PUBLIC_URL',
  project_creation: 'users may create projects',
  project_approval: 'new projects require approval: `project status NAME active`',
  project_archives:
    'users who may import a project archive: everybody (all users who may create projects), administrators (of the site), nobody',
  artifacts_deletion_limit: 'maximum number of artifacts that a user may delete in 24 hours',
  archive_deleted_items: 'archive deleted items',
  archive_deleted_items_path:
    'directory of archived deleted items; null: the bucket, else deleted-items in the data directory',
  max_upload_bytes: 'maximum size of an attachment in bytes',
  max_archive_bytes: 'maximum size of an archive that is uploaded to create a project, in bytes',
  pending_upload_bytes_per_user:
    'maximum total size of the uploads of a user that are not attached yet, in bytes; a single file is always accepted',
  project_storage_bytes: 'maximum total size of all files of a project, in bytes; null: no limit',
  free_disk_reserve_bytes: 'reserved disk space that uploads must leave free, in bytes',
  temporary_file_days: 'days until an unfinished upload is removed, after its last chunk',
  timezone: 'time zone of dates in responses; overrides TULIPWOOD_TIMEZONE',
  password_min_length: 'minimum length of a password',
  failed_sign_ins_per_minute: 'maximum number of failed sign-ins per minute',
  second_factor:
    'users who must set up a second factor at the next sign-in: optional (none), administrators (of the site), everybody',
  tql_complexity_limit: 'maximum cost of a query, in which a comparison costs two or three; 0: no limit',
  outgoing_private_addresses: 'webhooks and builds may be sent to private network addresses',
  svn_allow_empty_message: 'Subversion commits may have an empty message',
  svn_max_file_mib: 'maximum size of a file in a Subversion commit, in MiB; 0: no limit',
  svn_deleted_days: 'days that a deleted Subversion repository can be restored',
}

/** Every setting, in display order. */
export const settingNames = Object.keys(defaultSettings) as readonly SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(defaultSettings, name)
