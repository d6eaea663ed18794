import type { SecondFactorRule } from './second-factor.ts'

/** Settings of the site: changed by site administrators, in force from the next request of every node. */
export interface Settings {
  readonly site_name: string
  readonly access_mode: 'anonymous' | 'regular' | 'restricted'
  /** null: as configured by the environment, else the address of the request */
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
  /** null: as much as the disk takes */
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

/** What each is for, in one line: the command line and docs/configuration.md state the same. */
export const settingMeanings: Readonly<Record<SettingName, string>> = {
  site_name: 'what this server is called on its pages',
  access_mode: 'who comes in: anonymous, regular (accounts only), restricted (accounts, some of them restricted)',
  public_url: 'address people use; before TULIPWOOD_PUBLIC_URL',
  project_creation: 'people may create projects',
  project_approval: 'a new project waits for `project status NAME active`',
  project_archives:
    'who may upload an archive to make a project of it: everybody (who may create projects), administrators, nobody',
  artifacts_deletion_limit: 'artifacts one person may delete in 24 hours',
  archive_deleted_items: 'what is deleted is kept in a folder',
  archive_deleted_items_path: 'that folder',
  max_upload_bytes: 'size of the largest attachment',
  max_archive_bytes: 'size of the largest archive that may be uploaded to make a project of it',
  pending_upload_bytes_per_user: 'size of all that one person uploads and has not attached yet; one file always fits',
  project_storage_bytes: 'size of all files of one project; null: no limit',
  free_disk_reserve_bytes: 'free space of the disk that uploads leave alone',
  temporary_file_days: 'days after its last chunk that a temporary file is kept',
  timezone: 'time zone of dates in answers; before TULIPWOOD_TIMEZONE',
  password_min_length: 'length of the shortest password',
  failed_sign_ins_per_minute: 'failed sign-ins before the next must wait',
  second_factor:
    'who has to set one up at the next sign-in: optional (nobody), administrators (of the site), everybody',
  tql_complexity_limit: 'cost of the most complex query, a comparison costs two or three; 0: no limit',
  outgoing_private_addresses: 'webhooks and builds may go to addresses of the own network',
  svn_allow_empty_message: 'commits to Subversion may come without a message',
  svn_max_file_mib: 'size of the largest file that a commit to Subversion brings, in MiB; 0: no limit',
  svn_deleted_days: 'days that a deleted Subversion repository can be restored',
}

/** Every setting, in the order it is listed. */
export const settingNames = Object.keys(defaultSettings) as readonly SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(defaultSettings, name)
