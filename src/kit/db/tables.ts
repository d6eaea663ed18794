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
} from '../ids.ts'
import type { EpochSeconds } from '../time.ts'

/** 0 or 1: both databases store it the same way. */
export type Flag = 0 | 1
/** JSON as text: written and parsed by us, never filtered on. */
type Json = string

/** Every table, as its rows are read; how they are made is in migrations/. */
export interface Tables {
  // kit
  revision: { subject: string; n: number }
  job: {
    id: JobId
    kind: string
    payload: Json
    run_at: EpochSeconds
    attempts: number
    taken_until: EpochSeconds | null
    last_error: string | null
  }
  audit: {
    id: number
    at: EpochSeconds
    user_id: UserId | null
    address: string | null
    action: string
    subject: string
    /** in which it was done, when it was done in one */
    project_id: ProjectId | null
    detail: Json
    /** Action, subject, address and login, folded: what a search looks into. */
    text: string
  }
  /** The answer to a POST with an Idempotency-Key; written with what the request changed. */
  idempotent_answer: {
    /** `u` and the account's number, or `anonymous` */
    caller: string
    /** SHA-256 of the key, which itself is nowhere stored */
    key_hash: string
    route: string
    /** HMAC of parameters, query and body under the key */
    body_hash: string
    /** status, headers and body, encrypted under the key; empty until the transaction that makes them ends */
    sealed: string
    created_on: EpochSeconds
  }

  // site
  setting: { name: string; value: Json }
  user: {
    id: UserId
    login: string
    /** Lower case, unique: logins differ by more than case. */
    login_key: string
    real_name: string
    /** login and real name, folded (no case, no accents), for "contains" search */
    search_key: string
    email: string
    email_key: string
    ldap_id: string | null
    status: string
    password_hash: string | null
    password_changed_on: EpochSeconds | null
    created_on: EpochSeconds
    last_signed_in_on: EpochSeconds | null
    /** Somebody else knows the password: another one is asked for. */
    must_change_password: Generated<Flag>
    /** The address is its owner's word, which nobody has verified. */
    is_email_claimed: Generated<Flag>
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
    /** SHA-256 of what the browser keeps */
    hash: string
    user_id: UserId
    /** waits for a second factor and opens nothing else */
    is_pending: Flag
    /** comma separated: what must be done before it opens anything else */
    duties: string
    method: string
    is_remembered: Flag
    signed_in_on: EpochSeconds
    last_seen_on: EpochSeconds
    /** unless it is seen before; never after the longest a session lasts */
    ends_on: EpochSeconds
    address: string | null
    agent: string | null
  }
  /** Any of them sets a new server up; there are none afterwards. */
  setup_code: { hash: string; created_on: EpochSeconds }
  /** A directory that people sign in with. */
  identity_provider: {
    id: IdentityProviderId
    label: string
    issuer: string
    client_id: string
    /** sealed; null: the client is public */
    client_secret: string | null
    login_claim: string
    makes_accounts: Flag
    links_by_email: Flag
    /** Domains of e-mail addresses that are let in; none: every one of the directory */
    email_domains: Json
    is_enabled: Flag
    created_on: EpochSeconds
  }
  /** Who somebody of a directory is here. */
  user_identity: {
    issuer: string
    subject: string
    user_id: UserId
    linked_on: EpochSeconds
    last_used_on: EpochSeconds
  }
  /** A link that sets a password once; of its secret there is the digest. */
  password_reset: { hash: string; user_id: UserId; created_on: EpochSeconds; expires_on: EpochSeconds }
  /** A letter of the last day that asks whether an address is that of an account; of its secret there is the digest. */
  email_change: {
    hash: string
    user_id: UserId
    email: string
    email_key: string
    /** the answer still counts: the latest one of an account at the most */
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
  /** What a person allowed an app. */
  oauth2_grant: {
    id: OAuth2GrantId
    user_id: UserId
    app_id: OAuth2AppId
    /** separated by blanks */
    scopes: string
    granted_on: EpochSeconds
    last_used_on: EpochSeconds | null
  }
  /** Authorization codes; a used one stays as long as what was issued from it. */
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
  /** Keys that sign ID tokens; the private part is sealed. */
  signing_key: {
    kid: string
    public_jwk: Json
    sealed_private_jwk: string
    signs_from: EpochSeconds
    signs_until: EpochSeconds
  }
  /** Of somebody's authenticator app. */
  totp: {
    user_id: UserId
    /** sealed */
    secret: string
    /** null: not on yet */
    since: EpochSeconds | null
    /** Half minutes since 1970: of the last code that was taken, which no other may be older than. */
    last_step: number
    /** One after the other, without a right one between them. */
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
    /** The host it was made for, and works at. */
    rp_id: string
    label: string
    created_on: EpochSeconds
    last_used_on: EpochSeconds | null
  }
  /** Gone once it was used. */
  recovery_code: { user_id: UserId; hash: string }
  /** A challenge that was answered, until it would no longer be taken anyway. */
  spent_challenge: { hash: string; expires_on: EpochSeconds }
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
    found_text: Generated<string>
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
  /** Parts of an imported archive that another slice will take up, as XML text. */
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
  /** Archives asked for over REST. */
  project_export: {
    id: ExportId
    project_id: ProjectId
    /** pending, running, done, failed */
    status: string
    /** Name in the store of bytes; null until it is done. */
    blob: string | null
    size: number | null
    created_on: EpochSeconds
    finished_on: EpochSeconds | null
  }
  /**
   * Archives that are uploaded to become projects. The project is there while its short name is reserved, and when it
   * is done.
   */
  project_import: {
    project_id: ProjectId
    upload_id: number
    user_id: UserId
    short_name: string
    /** of the archive, as its owner calls it */
    file_name: string
    size: number
    /** archives/model/import.ts */
    status: string
    /** How often it was begun. */
    attempts: number
    /** What was found, once it has ended. */
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
    /** Name in the store of bytes; null when the archive brought none. */
    blob: string | null
    field_id: FieldId | null
    artifact_id: ArtifactId | null
    /** pending, complete, attached, detached */
    state: string
    /** Name in the store of bytes of its small picture; null: not made yet; '': it can have none */
    preview: string | null
    /** uploads/model/search-text.ts */
    found_text: Generated<string>
  }
  /** Content that arrives in pieces, until somebody attaches it. */
  upload: {
    /** uploads/model/upload.ts */
    kind: string
    /** of the file, where its content becomes one */
    id: number
    user_id: UserId
    /** null: known when the last piece arrived */
    size: number | null
    /** How many pieces arrived, where they are counted. */
    chunks: number
    /** What tells it from another upload of the same kind; null: nothing has to. */
    identity: string | null
    expires_on: EpochSeconds
    /** When all its bytes had arrived. */
    completed_on: EpochSeconds | null
    /** Who writes it now, and until when that counts. */
    lock_token: string | null
    lock_until: EpochSeconds | null
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
    /** Type-specific settings; their shape belongs to the field type. */
    properties: Json
    bind_type: string | null
    /** static: is it sorted by letters; users: sources and default users */
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
  }
  /** Values people typed into an open list. */
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
  /** from_value_id null: a new artifact */
  transition: {
    id: TransitionId
    tracker_id: TrackerId
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
    /** What it belongs to: one of the two. */
    tracker_id: TrackerId | null
    repository_id: RepositoryId | null
    url: string
    /** Which of create, update, delete; or commit; separated by commas. */
    events: string
    /** json, form */
    format: string
    /** sealed; null: nobody has enabled it yet */
    secret: string | null
    is_enabled: Flag
    /** Whose permissions it has; null: it came with an archive or a copy. */
    registered_by: UserId | null
    /** Attempts in a row that no server answered. */
    failures: number
    /** Until then nothing is tried: the server does not answer. */
    paused_until: EpochSeconds | null
    created_on: EpochSeconds
    updated_on: EpochSeconds
  }
  webhook_delivery: {
    id: DeliveryId
    webhook_id: WebhookId
    /** What it tells: a change of the tracker, or a revision of the repository, that its webhook belongs to. */
    change_id: ChangeId | null
    revision: number | null
    /** 0: as the change happened; a replay has its own id here */
    turn: number
    replay_of: DeliveryId | null
    event: string
    /** waiting, delivered, failed, withheld */
    state: string
    request_id: string
    /** What is sent; null until it is made, and when nothing may be sent. */
    body: string | null
    /** With whose permissions the body was made. */
    acted_as: UserId | null
    created_on: EpochSeconds
    attempts: number
    attempted_on: EpochSeconds | null
    duration_ms: number | null
    answer_status: number | null
    answer_excerpt: string | null
    problem: string | null
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
    /** criteria */
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
    /** its number inside the tracker */
    number: number
    rank: number
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    /** counts changesets; the base of the ETag */
    version: number
    last_changeset_id: ChangesetId
    updated_by: UserId | null
    updated_email: string | null
    updated_on: EpochSeconds
    /** strictly increases with the versions that a client can have seen; null: as updated_on */
    version_date: EpochSeconds | null
    /** null: whoever sees the tracker sees the artifact (docs/api/trackers.md §6.4) */
    permission_set_id: PermissionSetId | null
    /** current values by field id, as the field types store them */
    values: Json
  }
  /**
   * Counts what changed around an artifact without a version of its own: links and mentions that come and go, neighbours
   * that others may see now or no longer. Beside the artifact, whose row holds the whole document; none: 0.
   */
  artifact_stamp: { artifact_id: ArtifactId; stamp: number }
  changeset: {
    id: ChangesetId
    artifact_id: ArtifactId
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    /** only what this changeset changed, by field id */
    values: Json
  }
  /** Every version of a comment; the last one is the one shown. */
  comment: {
    id: CommentId
    changeset_id: ChangesetId
    submitted_by: UserId | null
    submitted_email: string | null
    submitted_on: EpochSeconds
    format: string
    body: string
    /** user groups that may read it, as JSON; null: public */
    groups: Json | null
  }
  /**
   * What happened to artifacts, in the transaction in which it happened: all effects (mail, webhooks, live updates)
   * start here. It outlives the artifact.
   */
  change: {
    /** numbered by the database */
    id: Generated<ChangeId>
    at: EpochSeconds
    kind: string
    artifact_id: ArtifactId
    tracker_id: TrackerId
    project_id: ProjectId
    /** null: there is none of it, as for a deletion */
    changeset_id: ChangesetId | null
    /** null: an anonymous person, or the product itself */
    user_id: UserId | null
    /** of a move: where it was before */
    from_tracker_id: TrackerId | null
  }
  /** What decided who saw an artifact that is gone: who may be told that it is. */
  deleted_artifact: {
    artifact_id: ArtifactId
    tracker_id: TrackerId
    submitted_by: UserId | null
    permission_set_id: PermissionSetId | null
  }
  /** Who gets a mail about a change: one row, one mail. */
  mail_notice: {
    change_id: ChangeId
    user_id: UserId
    created_on: EpochSeconds
    sent_on: EpochSeconds | null
    /** Why none is sent. */
    problem: string | null
  }
  /** Who wants to hear of every change of an artifact. */
  watcher: { artifact_id: ArtifactId; user_id: UserId }
  /** Who deleted an artifact and when: counted over 24 hours (docs/api/artifacts.md §3.10). */
  deletion: { user_id: UserId; at: EpochSeconds; artifact_id: ArtifactId }
  permission_set: { id: PermissionSetId; signature: string }
  permission_set_group: { set_id: PermissionSetId; group_id: UserGroupId }
  cross_reference: { source_id: ArtifactId; keyword: string; target_id: ArtifactId }

  // current values, one table a family, for search and reverse look-ups; the document of the artifact is what is read
  value_list: { field_id: FieldId; value_id: number; artifact_id: ArtifactId }
  value_open: { field_id: FieldId; open_value_id: number; artifact_id: ArtifactId }
  value_number: { field_id: FieldId; value: number; artifact_id: ArtifactId }
  value_date: { field_id: FieldId; value: EpochSeconds; artifact_id: ArtifactId }
  value_link: { artifact_id: ArtifactId; field_id: FieldId; position: number; target_id: ArtifactId; type: string }
  /** Texts without case and accents (kit/fold.ts). */
  /** `words`: as wordsForIndex wrote them (text-index.ts) */
  value_text: {
    id: Generated<number>
    artifact_id: ArtifactId
    field_id: FieldId
    text: string
    words: Generated<string>
  }
  /** The latest wording of each comment, for `,3,205,` alone or (null) everybody. */
  comment_text: {
    id: Generated<number>
    artifact_id: ArtifactId
    changeset_id: ChangesetId
    text: string
    groups: string | null
    words: Generated<string>
  }
  value_file: { file_id: FileId; field_id: FieldId; artifact_id: ArtifactId }

  // subversion
  repository: {
    id: RepositoryId
    project_id: ProjectId
    name: string
    /** Lower case: names differ by more than case, those of deleted repositories included. */
    name_key: string
    /** Where the storage keeps it; null: it is kept as a dump. */
    folder: string | null
    created_on: EpochSeconds
    created_by: UserId | null
    is_reference_mandatory: Flag
    is_message_change_allowed: Flag
    /** One path a line. */
    immutable_paths: string
    immutable_whitelist: string
    has_default_permissions: Flag
    /** The one in force; 0: none */
    access_file_version: number
    /** Why nobody has access, whatever the access file says; null: it is in force. */
    access_file_problem: string | null
    /** In front of the subjects of its mails. */
    subject_header: string
    deletion_asked_on: EpochSeconds | null
    deletion_asked_by: UserId | null
    deleted_on: EpochSeconds | null
    /** Name of the dump, once it is deleted. */
    dump: string | null
    /** The first so many came with an archive: their authors and references are those that were said there. */
    imported_revisions: Generated<number>
  }
  /** What administrators wrote, each version of it. */
  repository_access_file: {
    repository_id: RepositoryId
    version: number
    text: string
    /** Whether the permissions of the project stand in front of it. */
    has_default_permissions: Flag
    created_on: EpochSeconds
    created_by: UserId | null
  }
  /** Who hears of commits below a path. */
  repository_notification: {
    repository_id: RepositoryId
    rank: number
    path: string
    emails: Json
    /** ids of accounts */
    users: Json
    /** ids of user groups, dynamic ones included */
    groups: Json
  }
  /** User groups whose members administer the repositories of a project as well. */
  repository_administrator: { project_id: ProjectId; group_id: UserGroupId }
  /** Commits that were made known: a revision without a row still waits for it. */
  repository_commit: {
    repository_id: RepositoryId
    revision: number
    author: string
    /** null: nobody here is called so */
    user_id: UserId | null
    committed_on: EpochSeconds
    message: string
    /** What it changed, in short (subversion/model/commit-paths.ts); null: nobody looked yet. */
    paths: string | null
  }
  /** What commits refer to. */
  repository_reference: {
    repository_id: RepositoryId
    revision: number
    keyword: string
    value: string
    /** of a reference to one */
    artifact_id: ArtifactId | null
  }
  /** Who gets a mail about a commit: one row, one mail. */
  repository_mail: {
    repository_id: RepositoryId
    revision: number
    address: string
    /** null: an address alone */
    user_id: UserId | null
    created_on: EpochSeconds
    sent_on: EpochSeconds | null
    /** Why none is sent. */
    problem: string | null
  }
}
