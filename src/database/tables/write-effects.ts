import type { Topic } from '../../kit/caches/revision-cache.ts'
import type { Tables } from './tables.ts'

/** What a write to a table invalidates: topics of RevisionCache, and representations of artifacts. */
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
  /** Which artifacts show the rows. */
  readonly artifacts?: ArtifactEffect<Column>
  /** Which writes need an entry of the change log. */
  readonly log?: LogEffect
}

/**
 * How writes outdate the cached representations of artifacts: the cache version of each artifact that shows a written
 * row is increased, unless it gets a new version in the same transaction (docs/decisions/0007-cache-rendered-artifacts.md).
 */
export type ArtifactEffect<Column = string> =
  | RowsOfArtifacts<Column>
  /** Inserted or updated rows are shown by the artifacts of changesets, or by those that refer to a repository. */
  | {
      readonly kind: 'through'
      readonly on: 'insert' | 'update'
      /** Updates of other columns are not shown. */
      readonly columns?: readonly Column[]
      readonly through: 'changeset' | 'repository_reference'
      /** Has the id of the changeset or of the repository. */
      readonly column: Column
    }
  /** These columns determine who sees an artifact, so that others show it or not. */
  | {
      readonly kind: 'access'
      readonly id: Column
      readonly columns: readonly Column[]
      /** Other columns that the artifact itself shows. */
      readonly shownColumns: readonly Column[]
    }
  /** An inserted row is a new version of an artifact. */
  | { readonly kind: 'versions'; readonly id: Column; readonly artifact: Column }

/**
 * Which writes need an entry of the change log, as an argument of the same or of an earlier statement of the transaction
 * (seen-changes.ts): each new changeset, each comment of an earlier changeset, each deleted artifact.
 */
export interface LogEffect {
  readonly kind: 'changesets' | 'comments' | 'artifacts'
}

/** Inserted and deleted rows are shown by the artifacts that these columns name. */
export interface RowsOfArtifacts<Column = string> {
  readonly kind: 'rows'
  readonly artifacts: readonly Column[]
  /** Columns that are shown: a row that is deleted and inserted again with the same values looks the same. */
  readonly shownColumns: readonly Column[]
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
const withVersion = 'written together with a new version of its artifact'

/**
 * What a write to each table invalidates; every transaction applies it to its own statements (seen-writes.ts). A write
 * that many requests make must invalidate nothing: it would empty the caches, and wait for the row of its topic.
 */
export const writeEffects: WriteEffects = {
  // kit
  revision: nothing('the counters themselves'),
  job: nothing(ofTheWriter),
  server_node: nothing(perRequest),
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
  tracker_place: nothing(perRequest),
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
  webhook: nothing(ofTheWriter),
  webhook_delivery: nothing(perRequest),
  canned_response: nothing('read by copies and exports only'),
  report: nothing(perRequest),
  renderer: nothing(perRequest),

  // artifacts
  artifact: {
    ...nothing(ofArtifacts),
    artifacts: {
      kind: 'access',
      id: 'id',
      columns: ['tracker_id', 'permission_set_id'],
      shownColumns: ['moved_rank'],
    },
    log: { kind: 'artifacts' },
  },
  artifact_cache_version: nothing(ofArtifacts),
  changeset: {
    ...nothing(ofArtifacts),
    artifacts: { kind: 'versions', id: 'id', artifact: 'artifact_id' },
    log: { kind: 'changesets' },
  },
  artifact_modifier: nothing(perRequest),
  // Of an earlier changeset: a comment that is changed.
  comment: {
    ...nothing(ofArtifacts),
    artifacts: { kind: 'through', on: 'insert', through: 'changeset', column: 'changeset_id' },
    log: { kind: 'comments' },
  },
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
  cross_reference: {
    ...nothing(ofArtifacts),
    artifacts: {
      kind: 'rows',
      artifacts: ['source_id', 'target_id'],
      shownColumns: ['source_id', 'keyword', 'target_id'],
    },
  },
  value_list: nothing(withVersion),
  value_open: nothing(withVersion),
  value_number: nothing(withVersion),
  value_date: nothing(withVersion),
  value_link: {
    ...nothing(ofArtifacts),
    artifacts: {
      kind: 'rows',
      artifacts: ['artifact_id', 'target_id'],
      shownColumns: ['artifact_id', 'field_id', 'target_id', 'type'],
    },
  },
  value_text: nothing(withVersion),
  comment_text: nothing(withVersion),
  value_file: nothing(withVersion),

  // subversion
  svn_lease: nothing(perRequest),
  repository: {
    insert: none,
    update: ['projects'],
    delete: none,
    // Who may read the commits that artifacts show depends on them.
    cachedColumns: ['has_default_permissions', 'access_file_version', 'access_file_problem'],
    // Commits of deleted repositories are not shown.
    artifacts: {
      kind: 'through',
      on: 'update',
      columns: ['deleted_on'],
      through: 'repository_reference',
      column: 'id',
    },
  },
  repository_access_file: nothing('a version never changes'),
  repository_notification: nothing(ofTheWriter),
  repository_administrator: always('projects'),
  repository_commit: {
    ...nothing(perRequest),
    // Until its paths are known, only some users see a commit.
    artifacts: {
      kind: 'through',
      on: 'update',
      columns: ['paths'],
      through: 'repository_reference',
      column: 'repository_id',
    },
  },
  repository_reference: {
    ...nothing(ofArtifacts),
    artifacts: {
      kind: 'rows',
      artifacts: ['artifact_id'],
      shownColumns: ['repository_id', 'revision', 'keyword', 'value', 'artifact_id'],
    },
  },
  commit_email: nothing(ofTheWriter),
}
