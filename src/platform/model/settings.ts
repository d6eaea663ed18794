/** Settings of the platform: changed by site administrators, in force from the next request of every node. */
export interface Settings {
  readonly access_mode: 'anonymous' | 'regular' | 'restricted'
  /** null: as configured by the environment, else the address of the request */
  readonly public_url: string | null
  readonly project_creation: boolean
  readonly project_approval: boolean
  readonly artifacts_deletion_limit: number
  readonly archive_deleted_items: boolean
  readonly archive_deleted_items_path: string | null
  readonly max_upload_bytes: number
  /** null: as configured by the environment, else the host's */
  readonly timezone: string | null
  readonly password_min_length: number
  readonly failed_sign_ins_per_minute: number
  readonly outgoing_private_addresses: boolean
}

export const defaultSettings: Settings = {
  access_mode: 'anonymous',
  public_url: null,
  project_creation: true,
  project_approval: false,
  artifacts_deletion_limit: 5,
  archive_deleted_items: false,
  archive_deleted_items_path: null,
  max_upload_bytes: 67_108_864,
  timezone: null,
  password_min_length: 8,
  failed_sign_ins_per_minute: 10,
  outgoing_private_addresses: false,
}

export type SettingName = keyof Settings

/** What each is for, in one line: the command line and README.md say the same. */
export const settingMeanings: Readonly<Record<SettingName, string>> = {
  access_mode: 'who comes in: anonymous, regular (accounts only), restricted (accounts, some of them restricted)',
  public_url: 'address people use; before TULIPWOOD_PUBLIC_URL',
  project_creation: 'people may create projects',
  project_approval: 'a new project waits for `project status NAME active`',
  artifacts_deletion_limit: 'artifacts one person may delete in 24 hours',
  archive_deleted_items: 'what is deleted is kept in a folder',
  archive_deleted_items_path: 'that folder',
  max_upload_bytes: 'size of the largest attachment',
  timezone: 'time zone of dates in answers; before TULIPWOOD_TIMEZONE',
  password_min_length: 'length of the shortest password',
  failed_sign_ins_per_minute: 'failed sign-ins before the next must wait',
  outgoing_private_addresses: 'webhooks and builds may go to addresses of the own network',
}

/** Every setting, in the order it is listed. */
export const settingNames = Object.keys(defaultSettings) as readonly SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(defaultSettings, name)
