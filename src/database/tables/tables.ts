import type { Generated } from 'kysely'
import type {
  AccessKeyId,
  ArtifactId,
  BindValueId,
  ChangeId,
  ChangesetId,
  CommentId,
  DeliveryId,
  ExportId,
  FieldId,
  FileId,
  IdentityProviderId,
  JobId,
  OAuth2AppId,
  OAuth2CodeId,
  OAuth2GrantId,
  OAuth2TokenId,
  PasskeyId,
  PermissionSetId,
  ProjectId,
  ReportId,
  RepositoryId,
  ServiceId,
  SessionId,
  TrackerId,
  TransitionId,
  UserGroupId,
  UserId,
  WebhookId,
} from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** 0 or 1, which both databases store alike. */
export type Flag = 0 | 1
/** JSON as text; never filtered on. */
type Json = string

/** The rows of every table. Migrations create the tables (migrations/); a test compares both databases with this. */
export interface Tables {
  // kit
  /** Counters of what is cached; a write to the data of a topic increases its counter (kit/caches/revision-cache.ts). */
  revision: { topic: string; n: number }
  job: {
    id: JobId
    kind: string
    payload: Json
    run_at: EpochSeconds
    attempts: number
    /** Until then a worker runs it; null: waiting. */
    locked_until: EpochSeconds | null
    last_error: string | null
    /** null: created by an earlier release. */
    created_on: EpochSeconds | null
    /** Node that has claimed it; null: waiting, or claimed by an earlier release. */
    locked_by: string | null
  }
  /** Nodes that run, or have been lost for a short time (monitoring/store/nodes.ts). */
  server_node: { name: string; version: string; started_on: EpochSeconds; seen_on: EpochSeconds }
  audit: {
    id: number
    at: EpochSeconds
    user_id: UserId | null
    ip_address: string | null
    action: string
    subject: string
    /** The project whose administrators can read the entry. */
    project_id: ProjectId | null
    detail: Json
    /** Action, subject, IP address and login, folded, for "contains" search. */
    search_text: string
  }
  /** The response to a POST with an Idempotency-Key, written in the transaction of the request. */
  idempotent_response: {
    /** `u` and the user id, or `anonymous`. */
    caller: string
    /** SHA-256 of the key; the key itself is not stored. */
    key_hash: string
    route: string
    /** HMAC of parameters, query and body under the key. */
    body_hash: string
    /** Status, headers and body, encrypted under the key; empty until the end of the transaction. */
    encrypted_response: string
    created_on: EpochSeconds
  }

  // site
  setting: { name: string; value: Json }
  user: {
    id: UserId
    login: string
    /** Lower case and unique: logins differ by more than case. */
    login_key: string
    real_name: string
    /** Login and real name, folded (no case, no accents), for "contains" search. */
    search_text: string
    email: string
    email_key: string
    ldap_id: string | null
    status: string
    password_hash: string | null
    password_changed_on: EpochSeconds | null
    created_on: EpochSeconds
    last_signed_in_on: EpochSeconds | null
    /** Someone else set the password: the user must change it after signing in. */
    must_change_password: Generated<Flag>
    /** No confirmation email was answered and no administrator entered the address. */
    is_email_unverified: Generated<Flag>
  }
  user_preference: { user_id: UserId; name: string; value: string }
  access_key: {
    id: AccessKeyId
    user_id: UserId
    verifier_hash: string
    description: string
    created_on: EpochSeconds
    expires_on: EpochSeconds | null
    last_used_on: EpochSeconds | null
    last_used_from: string | null
  }
  access_key_scope: { access_key_id: AccessKeyId; scope: string }
  token: { hash: string; user_id: UserId; created_on: EpochSeconds }
  session: {
    id: SessionId
    /** SHA-256 of the token in the cookie. */
    hash: string
    user_id: UserId
    /** Waits for the second factor and allows nothing else. */
    is_pending: Flag
    /** Separated by commas: what the user must do before the session allows anything else. */
    required_actions: string
    method: string
    is_remembered: Flag
    signed_in_on: EpochSeconds
    last_seen_on: EpochSeconds
    /** Later requests move it, up to the maximum duration of a session. */
    ends_on: EpochSeconds
    ip_address: string | null
    user_agent: string | null
  }
  /** Codes that allow to set up a new server; deleted by the setup. */
  setup_code: { hash: string; created_on: EpochSeconds }
  /** An identity provider for single sign-on. */
  identity_provider: {
    id: IdentityProviderId
    label: string
    issuer: string
    client_id: string
    /** Encrypted; null: a public client. */
    client_secret: string | null
    login_claim: string
    creates_accounts: Flag
    links_by_email: Flag
    /** Domains of email addresses that may sign in; empty: all. */
    email_domains: Json
    is_enabled: Flag
    created_on: EpochSeconds
  }
  /** The user that an identity of a provider belongs to. */
  user_identity: {
    issuer: string
    subject: string
    user_id: UserId
    linked_on: EpochSeconds
    last_used_on: EpochSeconds
  }
  /** A link that sets a password once; only the hash of its secret is stored. */
  password_reset: { hash: string; user_id: UserId; created_on: EpochSeconds; expires_on: EpochSeconds }
  /** A request of the last day to change an email address; only the hash of its secret is stored. */
  email_change: {
    hash: string
    user_id: UserId
    email: string
    email_key: string
    /** It can still be confirmed: at most the latest request of a user. */
    is_open: Flag
    created_on: EpochSeconds
    expires_on: EpochSeconds
  }
  oauth2_app: {
    id: OAuth2AppId
    /** null: of the whole site */
    project_id: ProjectId | null
    name: string
    redirect_uri: string
    is_pkce_forced: Flag
    is_confidential: Flag
    /** null: a public client */
    secret_hash: string | null
    created_on: EpochSeconds
  }
  /** What a user allowed an app. */
  oauth2_grant: {
    id: OAuth2GrantId
    user_id: UserId
    app_id: OAuth2AppId
    /** Separated by spaces. */
    scopes: string
    granted_on: EpochSeconds
    last_used_on: EpochSeconds | null
  }
  /** Authorization codes; a used one is kept as long as the tokens issued for it. */
  oauth2_code: {
    id: OAuth2CodeId
    app_id: OAuth2AppId
    user_id: UserId
    hash: string
    redirect_uri: string
    scopes: string
    code_challenge: string | null
    nonce: string | null
    auth_time: EpochSeconds
    created_on: EpochSeconds
    expires_on: EpochSeconds
    used_on: EpochSeconds | null
  }
  oauth2_access_token: {
    id: OAuth2TokenId
    code_id: OAuth2CodeId
    app_id: OAuth2AppId
    user_id: UserId
    hash: string
    scopes: string
    created_on: EpochSeconds
    expires_on: EpochSeconds
  }
  oauth2_refresh_token: {
    id: OAuth2TokenId
    code_id: OAuth2CodeId
    hash: string
    scopes: string
    created_on: EpochSeconds
    expires_on: EpochSeconds
    used_on: EpochSeconds | null
  }
  /** Keys that sign ID tokens. */
  signing_key: {
    kid: string
    public_jwk: Json
    encrypted_private_jwk: string
    signs_from: EpochSeconds
    signs_until: EpochSeconds
  }
  /** The authenticator app of a user. */
  totp: {
    user_id: UserId
    /** Encrypted. */
    secret: string
    /** null: not confirmed with a code yet */
    enabled_on: EpochSeconds | null
    /** Time step (30 seconds, RFC 6238) of the last accepted code; older codes are rejected. */
    last_step: number
    /** Wrong codes since the last accepted one. */
    failures: number
    failed_on: EpochSeconds | null
  }
  /** A WebAuthn credential. */
  passkey: {
    id: PasskeyId
    user_id: UserId
    credential_id: string
    public_key: string
    counter: number
    transports: Json
    /** The host it was created for. */
    rp_id: string
    label: string
    created_on: EpochSeconds
    last_used_on: EpochSeconds | null
  }
  /**
   * Times of the attempts to sign in during the last minute, by the digest of a client; see
   * sign-in/model/attempt-limit.ts.
   */
  sign_in_attempts: { key: string; attempts: string; ends_on: EpochSeconds }
  /** Unused recovery codes. */
  recovery_code: { user_id: UserId; hash: string }
  /** A challenge that was answered, kept until it expires. */
  used_challenge: { hash: string; expires_on: EpochSeconds }
  site_permission: { permission: string; user_id: UserId | null; group_id: UserGroupId | null }
  user_group: { id: UserGroupId; project_id: ProjectId; name: string; name_key: string; description: string }
  user_group_member: { group_id: UserGroupId; user_id: UserId }
  project_member: { project_id: ProjectId; user_id: UserId; is_administrator: Flag }
  visit: { user_id: UserId; kind: string; subject_id: number; visited_on: EpochSeconds }

  // projects
  project: {
    id: ProjectId
    short_name: string
    short_name_key: string
    name: string
    description: string
    long_description: string
    icon: string
    access: string
    status: string
    is_template: Flag
    is_synchronized: Flag
    banner: string | null
    created_on: EpochSeconds
    created_from: ProjectId | null
    /** Name and short name, folded. */
    search_text: Generated<string>
  }
  service: {
    id: ServiceId
    project_id: ProjectId
    short_name: string
    label: string
    description: string
    url: string
    icon: string
    is_enabled: Flag
    is_allowed: Flag
    is_custom: Flag
    opens_new_tab: Flag
    rank: number
  }
  project_field: { id: number; name: string; description: string; kind: string; is_required: Flag; rank: number }
  project_field_value: { project_id: ProjectId; field_id: number; value: string }
  category: {
    id: number
    parent_id: number | null
    short_name: string
    name: string
    description: string
    is_mandatory: Flag
    max_values: number
  }
  project_category: { project_id: ProjectId; category_id: number; value_id: number }
  label: { id: number; project_id: ProjectId; name: string; color: string; is_outline: Flag }
  /** Parts of an imported archive that Tulipwood does not use, as XML, for the next export. */
  archive_section: { project_id: ProjectId; name: string; content: string }
  link_type: {
    short_name: string
    forward_label: string
    reverse_label: string
    is_system: Flag
    /** A link has this type or once had it. */
    is_used: Generated<Flag>
  }
  disabled_link_type: { project_id: ProjectId; short_name: string }
  /** Archives requested over REST. */
  project_export: {
    id: ExportId
    project_id: ProjectId
    /** pending, running, done, failed */
    status: string
    /** Storage key; null until the archive is complete. */
    blob: string | null
    size: number | null
    created_on: EpochSeconds
    finished_on: EpochSeconds | null
  }
  /** Uploaded archives that become projects. The project exists while its short name is reserved, and after success. */
  project_import: {
    project_id: ProjectId
    upload_id: number
    user_id: UserId
    short_name: string
    /** Name of the archive on the computer of the user. */
    file_name: string
    size: number
    /** archives/model/import.ts */
    status: string
    /** Number of starts. */
    attempts: number
    /** Waits for a confirmation after the check. */
    is_reviewed: Flag
    /** Accounts that the owner chose for users of the archive: JSON object by lower-case login. */
    chosen_accounts: Json | null
    /** What was found; null until the check or the end. */
    report: Json | null
    created_on: EpochSeconds
    finished_on: EpochSeconds | null
  }

  // uploads
  file: {
    id: FileId
    name: string
    size: number
    media_type: string
    description: string
    submitted_by: UserId | null
    created_on: EpochSeconds
    /** Storage key; null when the archive did not contain the bytes. */
    blob: string | null
    field_id: FieldId | null
    artifact_id: ArtifactId | null
    /** pending, complete, attached, detached */
    status: string
    /** Storage key of the preview; null: not generated yet; '': no preview possible. */
    preview: string | null
    /** uploads/model/search-text.ts */
    search_text: Generated<string>
  }
  /** Content that arrives in parts, until it is attached. */
  upload: {
    /** uploads/model/upload.ts */
    kind: string
    /** Id of the file, if the content becomes one. */
    id: number
    user_id: UserId
    /** null: known when the last part arrived */
    size: number | null
    /** Number of parts so far, for kinds that count them. */
    chunks: number
    /** Unique within the kind; null: need not be unique. */
    identity: string | null
    expires_on: EpochSeconds
    /** When the last byte arrived. */
    completed_on: EpochSeconds | null
    /** Held by the request that writes, until `lock_until`. */
    lock_token: string | null
    lock_until: EpochSeconds | null
  }
  /** A piece of an incomplete upload in object storage. */
  upload_piece: {
    kind: string
    upload_id: number
    /** Offset of its first byte. */
    position: number
    size: number
    /** Name of the object. */
    object: string
    created_on: EpochSeconds
  }

  // trackers
  tracker: {
    id: TrackerId
    project_id: ProjectId
    parent_id: TrackerId | null
    name: string
    name_key: string
    item_name: string
    description: string
    color: string
    /** TrackerOptions */
    options: Json
    next_number: number
    deleted_on: EpochSeconds | null
  }
  tracker_permission: { tracker_id: TrackerId; permission: string; group_id: UserGroupId }
  /** Only of trackers that were arranged. */
  tracker_place: { tracker_id: TrackerId; place: number }
  field: {
    id: FieldId
    tracker_id: TrackerId
    parent_id: FieldId | null
    type: string
    name: string
    label: string
    description: string
    rank: number
    is_used: Flag
    is_required: Flag
    has_notifications: Flag
    /** Settings of the field type, which defines their form. */
    properties: Json
    bind_type: string | null
    /** Static lists: sorted alphabetically or not; lists of users: their sources and default users. */
    bind: Json
  }
  field_permission: { field_id: FieldId; permission: string; group_id: UserGroupId }
  bind_value: {
    id: BindValueId
    field_id: FieldId
    label: string
    description: string
    rank: number
    is_hidden: Flag
    is_default: Flag
    color: string
    group_id: UserGroupId | null
    /** null: none */
    work_limit: number | null
  }
  /** Values that users entered into an open list. */
  open_value: { id: number; field_id: FieldId; label: string; label_key: string }
  semantic: { tracker_id: TrackerId; kind: string; definition: Json }
  date_rule: { tracker_id: TrackerId; source_field_id: FieldId; comparator: string; target_field_id: FieldId }
  list_rule: {
    tracker_id: TrackerId
    source_field_id: FieldId
    source_value_id: number
    target_field_id: FieldId
    target_value_id: number
  }
  workflow: { tracker_id: TrackerId; field_id: FieldId; is_used: Flag; is_advanced: Flag; is_legacy: Flag }
  transition: {
    id: TransitionId
    tracker_id: TrackerId
    /** null: a new artifact */
    from_value_id: BindValueId | null
    to_value_id: BindValueId
    is_comment_required: Flag
  }
  transition_group: { transition_id: TransitionId; group_id: UserGroupId }
  transition_field: { transition_id: TransitionId; field_id: FieldId }
  post_action: { id: number; transition_id: TransitionId; rank: number; kind: string; definition: Json }
  trigger_rule: { target_tracker_id: TrackerId; definition: Json }
  webhook: {
    id: WebhookId
    /** It belongs to a tracker or to a repository. */
    tracker_id: TrackerId | null
    repository_id: RepositoryId | null
    url: string
    /** Separated by commas: create, update, delete; or commit. */
    events: string
    /** json, form */
    format: string
    /** Encrypted; null: not enabled yet. */
    secret: string | null
    is_enabled: Flag
    /** The user whose permissions it has; null: it came with an archive or a copy. */
    owner_user_id: UserId | null
    /** Consecutive attempts without a response. */
    failures: number
    /** The receiver does not respond: no attempts until then. */
    paused_until: EpochSeconds | null
    created_on: EpochSeconds
    updated_on: EpochSeconds
  }
  webhook_delivery: {
    id: DeliveryId
    webhook_id: WebhookId
    /** The event: a change of the tracker or a revision of the repository. */
    change_id: ChangeId | null
    revision: number | null
    /** 0: the first delivery of the event; its own id: a replay. */
    replay_key: number
    replay_of: DeliveryId | null
    event: string
    /** waiting, delivered, failed, withheld */
    status: string
    request_id: string
    /** null: not rendered yet, or nothing may be sent */
    body: string | null
    /** The user with whose permissions the body was rendered. */
    rendered_for_user_id: UserId | null
    created_on: EpochSeconds
    attempts: number
    attempted_on: EpochSeconds | null
    duration_ms: number | null
    response_status: number | null
    response_excerpt: string | null
    error: string | null
    /** null: no attempt is left, or a node of the previous release added it. */
    next_attempt_on: EpochSeconds | null
  }
  canned_response: { tracker_id: TrackerId; title: string; body: string }
  report: {
    id: ReportId
    tracker_id: TrackerId
    /** null: a report of the project */
    user_id: UserId | null
    name: string
    name_key: string
    description: string
    is_default: Flag
    is_query_displayed: Flag
    is_in_expert_mode: Flag
    expert_query: string
    /** The criteria. */
    definition: Json
  }
  renderer: {
    id: number
    report_id: ReportId
    kind: string
    name: string
    description: string
    rank: number
    definition: Json
  }

  // artifacts
  artifact: {
    id: ArtifactId
    tracker_id: TrackerId
    /** Its number inside the tracker. */
    number: number
    /** Its id, or the place that it had in an archive. */
    rank: number
    /** Replaces `rank` in the order of the tracker once a user moved it (docs/decisions/0082-order-cards-by-hand.md). */
    moved_rank: number | null
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    /** Number of changesets; part of the ETag. */
    version: number
    last_changeset_id: ChangesetId
    updated_by: UserId | null
    updated_email: string | null
    updated_on: EpochSeconds
    /** Strictly increases with the versions that a client can have seen; null: equal to `updated_on`. */
    version_date: EpochSeconds | null
    /** null: visible to all who can see the tracker (docs/api/trackers.md §6.4) */
    permission_set_id: PermissionSetId | null
    /** Current values by field id, as the field types store them. */
    values: Json
  }
  /**
   * Counts changes of what an artifact shows that give it no new version: links and mentions of other artifacts, and
   * their visibility. A table of its own, because a row of `artifact` holds the whole document. No row: 0.
   */
  artifact_cache_version: { artifact_id: ArtifactId; version: number }
  changeset: {
    id: ChangesetId
    artifact_id: ArtifactId
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    /** Only what this changeset changed, by field id. */
    values: Json
  }
  /**
   * Users who changed an artifact, in any of its changesets, for lists of users (docs/api/trackers.md §3.5). Complete
   * only with `artifact.updated_by`: an author gets a row when another one makes the next changeset, so that an artifact
   * whose users do not alternate needs none.
   */
  artifact_modifier: { tracker_id: TrackerId; user_id: UserId; artifact_id: ArtifactId }
  /** Every version of a comment; the last one is shown. */
  comment: {
    id: CommentId
    changeset_id: ChangesetId
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    format: string
    body: string
    /** User groups that may read it, as JSON; null: public. */
    groups: Json | null
  }
  /**
   * The change log: every change of an artifact, written in its transaction. Emails, webhooks and live updates start
   * from it. It outlives the artifact.
   */
  change: {
    /** Numbered by the database. */
    id: Generated<ChangeId>
    at: EpochSeconds
    kind: string
    artifact_id: ArtifactId
    tracker_id: TrackerId
    project_id: ProjectId
    /** null: the change has none, such as a deletion */
    changeset_id: ChangesetId | null
    /** null: an anonymous user, or Tulipwood itself */
    user_id: UserId | null
    /** The tracker before a move. */
    from_tracker_id: TrackerId | null
  }
  /** What determined the visibility of a deleted artifact: who may be notified of the deletion. */
  deleted_artifact: {
    artifact_id: ArtifactId
    tracker_id: TrackerId
    submitted_by: UserId | null
    permission_set_id: PermissionSetId | null
  }
  /** An email to a user about a change of an artifact. */
  artifact_change_email: {
    change_id: ChangeId
    user_id: UserId
    created_on: EpochSeconds
    sent_on: EpochSeconds | null
    /** Why it was not sent. */
    error: string | null
  }
  /** Users who are notified of every change of an artifact. */
  artifact_watcher: { artifact_id: ArtifactId; user_id: UserId }
  /** A change that concerns a user: an item of the inbox, a line of a digest, or both. */
  inbox_item: {
    user_id: UserId
    change_id: ChangeId
    artifact_id: ArtifactId
    /** The strongest reason except a mention, as its visibility depends on a text; null: there is none. */
    reason: string | null
    /** The field whose new text mentions the user. */
    mention_field_id: FieldId | null
    is_mentioned_in_comment: Flag
    is_in_inbox: Flag
    /** The digest that contains it; null: none. */
    digest_day: string | null
    created_on: EpochSeconds
    read_on: EpochSeconds | null
  }
  /** How a user is notified for one reason; no row: the default. */
  notification_setting: { user_id: UserId; reason: string; mail: string; is_in_inbox: Flag }
  /** The digest to a user for one day in the time zone of the user. */
  digest_email: {
    user_id: UserId
    /** `YYYY-MM-DD` */
    day: string
    due_on: EpochSeconds
    /** From then on no item is added. */
    closed_on: EpochSeconds | null
    sent_on: EpochSeconds | null
    /** Why it was not sent. */
    error: string | null
  }
  /** Deletions of the last 24 hours, for the limit per user (docs/api/artifacts.md §3.10). */
  artifact_deletion: { user_id: UserId; at: EpochSeconds; artifact_id: ArtifactId }
  permission_set: { id: PermissionSetId; signature: string }
  permission_set_group: { set_id: PermissionSetId; group_id: UserGroupId }
  cross_reference: { source_id: ArtifactId; keyword: string; target_id: ArtifactId }

  // current values, one table for each family of field types, for search and reverse lookups; reads use `artifact.values`
  value_list: { field_id: FieldId; value_id: number; artifact_id: ArtifactId }
  value_open: { field_id: FieldId; open_value_id: number; artifact_id: ArtifactId }
  value_number: { field_id: FieldId; value: number; artifact_id: ArtifactId }
  value_date: { field_id: FieldId; value: EpochSeconds; artifact_id: ArtifactId }
  value_link: { artifact_id: ArtifactId; field_id: FieldId; position: number; target_id: ArtifactId; type: string }
  value_text: {
    id: Generated<number>
    artifact_id: ArtifactId
    field_id: FieldId
    /** Without case and accents (kit/text/fold.ts). */
    text: string
    /** Written by buildIndexWords (text-index.ts). */
    words: Generated<string>
  }
  /** The latest version of each comment, for search. */
  comment_text: {
    id: Generated<number>
    artifact_id: ArtifactId
    changeset_id: ChangesetId
    text: string
    /** User groups that may read it: `,3,205,`; null: public. */
    groups: string | null
    words: Generated<string>
  }
  value_file: { file_id: FileId; field_id: FieldId; artifact_id: ArtifactId }

  // subversion
  /** The node that serves the repositories; at most one row, and none on SQLite. */
  svn_lease: {
    name: string
    /** Identity of its process. */
    holder: string
    /** URL at which other nodes reach it. */
    address: string
    /** Authenticates other nodes to the holder. */
    token: string
    /** Increases with each holder. */
    fence: number
    /** Milliseconds since 1970 by the clock of the database. */
    ends_at: number
  }
  repository: {
    id: RepositoryId
    project_id: ProjectId
    name: string
    /** Lower case: names differ by more than case, including those of deleted repositories. */
    name_key: string
    /** Name of its directory in the repository storage; null: only a dump is kept. */
    directory: string | null
    created_on: EpochSeconds
    created_by: UserId | null
    is_reference_mandatory: Flag
    is_message_change_allowed: Flag
    /** One path per line. */
    immutable_paths: string
    immutable_whitelist: string
    has_default_permissions: Flag
    /** The active version; 0: none. */
    access_file_version: number
    /** Why all access is denied; null: the access file is active. */
    access_file_problem: string | null
    /** Prefix of the subjects of its emails. */
    subject_header: string
    deletion_requested_on: EpochSeconds | null
    deletion_requested_by: UserId | null
    deleted_on: EpochSeconds | null
    /** Name of the dump, after the deletion. */
    dump: string | null
    /** This many first revisions came with an archive: their authors and references are those of the archive. */
    imported_revisions: Generated<number>
  }
  /** Every version of the access file. */
  repository_access_file: {
    repository_id: RepositoryId
    version: number
    text: string
    /** Whether the permissions of the project precede it. */
    has_default_permissions: Flag
    created_on: EpochSeconds
    created_by: UserId | null
  }
  /** Recipients of emails about commits below a path. */
  repository_notification: {
    repository_id: RepositoryId
    rank: number
    path: string
    emails: Json
    /** User ids. */
    users: Json
    /** User group ids, including dynamic groups. */
    groups: Json
  }
  /** User groups whose members also administer the repositories of a project. */
  repository_administrator: { project_id: ProjectId; group_id: UserGroupId }
  /** Commits that were processed: a revision without a row is still due. */
  repository_commit: {
    repository_id: RepositoryId
    revision: number
    author: string
    /** null: no user has the login of the author */
    user_id: UserId | null
    committed_on: EpochSeconds
    message: string
    /** Summary of the changed paths (subversion/model/commit-paths.ts); null: not computed yet. */
    paths: string | null
  }
  /** References in commit messages. */
  repository_reference: {
    repository_id: RepositoryId
    revision: number
    keyword: string
    value: string
    /** null: the reference is not to an artifact */
    artifact_id: ArtifactId | null
  }
  /** An email about a commit. */
  commit_email: {
    repository_id: RepositoryId
    revision: number
    email: string
    /** null: the address belongs to no user */
    user_id: UserId | null
    created_on: EpochSeconds
    sent_on: EpochSeconds | null
    /** Why it was not sent. */
    error: string | null
  }
}
