import type { Topic } from '../revision-cache.ts'
import type { Tables } from './tables.ts'

/** Which topics of RevisionCache a write to a table invalidates. */
export interface WriteEffect<Column = string> {
  readonly insert: readonly Topic[]
  readonly update: readonly Topic[]
  readonly delete: readonly Topic[]
  /** An update of no other columns invalidates nothing. */
  readonly ignoredColumns?: readonly Column[]
  /** An update of other columns only invalidates nothing. */
  readonly cachedColumns?: readonly Column[]
  /** Only rows with one of these values in a column are cached. */
  readonly cachedRows?: { readonly column: Column; readonly values: readonly string[] }
}

export type WriteEffects = { readonly [T in keyof Tables]: WriteEffect<keyof Tables[T]> }

const none: readonly Topic[] = []

/** `_reason`: why nothing that RevisionCache holds depends on these rows. */
const nothing = (_reason: string): WriteEffect<never> => ({ insert: none, update: none, delete: none })

/** Every write invalidates these topics. */
const always = (...all: readonly Topic[]): WriteEffect<never> => ({ insert: all, update: all, delete: all })

const ofTheWriter = 'read when it is used, in the transaction that changes it'
const perRequest = 'read by each request that needs it'
const ofArtifacts = 'artifacts have versions of their own'

/**
 * What a write to each table invalidates; every transaction applies it to its own statements (seen-writes.ts). A write
 * that many requests make must invalidate nothing: it would empty the caches, and wait for the row of its topic.
 */
export const writeEffects: WriteEffects = {
  // kit
  revision: nothing('the counters themselves'),
  job: nothing(ofTheWriter),
  audit: nothing(perRequest),
  idempotent_response: nothing(perRequest),

  // site
  setting: always('settings'),
  user: { ...always('users'), ignoredColumns: ['last_signed_in_on'] },
  user_preference: {
    ...always('users'),
    // Those that are cached with the caller; others change often.
    cachedRows: { column: 'name', values: ['username_display', 'user_edition_default_format', 'language'] },
  },
  access_key: { insert: none, update: none, delete: ['users'] },
  access_key_scope: nothing('changes only together with its key'),
  token: nothing(perRequest),
  session: nothing(perRequest),
  setup_code: nothing(perRequest),
  identity_provider: always('settings'),
  user_identity: nothing(perRequest),
  password_reset: nothing(perRequest),
  email_change: nothing(perRequest),
  oauth2_app: nothing(perRequest),
  oauth2_grant: nothing(perRequest),
  oauth2_code: nothing(perRequest),
  oauth2_access_token: nothing(perRequest),
  oauth2_refresh_token: nothing(perRequest),
  signing_key: nothing(perRequest),
  totp: { ...always('users'), cachedColumns: ['enabled_on'] },
  passkey: { insert: ['users'], update: none, delete: ['users'] },
  sign_in_attempts: nothing(perRequest),
  recovery_code: nothing('only whether there is an app or a passkey is cached'),
  used_challenge: nothing(perRequest),
  site_permission: always('users'),
  user_group: {
    // No tracker can name a group that did not exist.
    insert: ['users', 'projects'],
    update: ['users', 'projects', 'trackers'],
    delete: ['users', 'projects', 'trackers'],
  },
  user_group_member: always('users', 'projects'),
  project_member: always('users', 'projects'),
  visit: nothing(perRequest),

  // projects
  project: always('projects'),
  service: nothing(perRequest),
  project_field: nothing(perRequest),
  project_field_value: nothing(perRequest),
  category: nothing(perRequest),
  project_category: nothing(perRequest),
  label: nothing(perRequest),
  archive_section: nothing('read by exports only'),
  link_type: { ...always('trackers'), ignoredColumns: ['is_used'] },
  disabled_link_type: always('trackers'),
  project_export: nothing(perRequest),
  project_import: nothing(perRequest),

  // uploads
  file: nothing(ofArtifacts),
  upload: nothing(perRequest),
  upload_piece: nothing(perRequest),

  // trackers
  tracker: { ...always('trackers'), ignoredColumns: ['next_number'] },
  tracker_permission: always('trackers'),
  field: always('trackers'),
  field_permission: always('trackers'),
  bind_value: always('trackers'),
  open_value: nothing('added by writes of artifacts; read with the values'),
  semantic: always('trackers'),
  date_rule: always('trackers'),
  list_rule: always('trackers'),
  workflow: always('trackers'),
  transition: always('trackers'),
  transition_group: always('trackers'),
  transition_field: always('trackers'),
  post_action: always('trackers'),
  trigger_rule: always('trackers'),
  // Which trackers have an enabled webhook is cached.
  webhook: { ...always('trackers'), cachedColumns: ['tracker_id', 'is_enabled'] },
  webhook_delivery: nothing(perRequest),
  canned_response: nothing('read by copies and exports only'),
  report: nothing(perRequest),
  renderer: nothing(perRequest),

  // artifacts
  artifact: nothing(ofArtifacts),
  artifact_cache_version: nothing(ofArtifacts),
  changeset: nothing(ofArtifacts),
  comment: nothing(ofArtifacts),
  change: nothing('readers continue at a position of the log'),
  deleted_artifact: nothing(perRequest),
  artifact_change_email: nothing(ofTheWriter),
  artifact_watcher: nothing(ofTheWriter),
  inbox_item: nothing(perRequest),
  notification_setting: nothing(perRequest),
  digest_email: nothing(ofTheWriter),
  artifact_deletion: nothing(ofTheWriter),
  permission_set: nothing('a set never changes'),
  permission_set_group: nothing('a set never changes'),
  cross_reference: nothing(ofArtifacts),
  value_list: nothing(ofArtifacts),
  value_open: nothing(ofArtifacts),
  value_number: nothing(ofArtifacts),
  value_date: nothing(ofArtifacts),
  value_link: nothing(ofArtifacts),
  value_text: nothing(ofArtifacts),
  comment_text: nothing(ofArtifacts),
  value_file: nothing(ofArtifacts),

  // subversion
  svn_lease: nothing(perRequest),
  repository: {
    insert: none,
    update: ['projects'],
    delete: none,
    // Who may read the commits that artifacts show depends on them.
    cachedColumns: ['has_default_permissions', 'access_file_version', 'access_file_problem'],
  },
  repository_access_file: nothing('a version never changes'),
  repository_notification: nothing(ofTheWriter),
  repository_administrator: always('projects'),
  repository_commit: nothing(perRequest),
  repository_reference: nothing(ofArtifacts),
  commit_email: nothing(ofTheWriter),
}
