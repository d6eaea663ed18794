declare const brand: unique symbol
type Id<Name extends string> = number & { readonly [brand]: Name }

export type UserId = Id<'user'>
export type UserGroupId = Id<'user group'>
export type AccessKeyId = Id<'access key'>
export type OAuth2AppId = Id<'OAuth2 app'>
export type OAuth2GrantId = Id<'OAuth2 grant'>
export type OAuth2CodeId = Id<'OAuth2 code'>
export type OAuth2TokenId = Id<'OAuth2 token'>
export type SessionId = Id<'session'>
export type PasskeyId = Id<'passkey'>
export type ProjectId = Id<'project'>
export type ServiceId = Id<'service'>
export type TrackerId = Id<'tracker'>
export type FieldId = Id<'field'>
export type BindValueId = Id<'bind value'>
export type ReportId = Id<'report'>
export type TransitionId = Id<'transition'>
export type ArtifactId = Id<'artifact'>
export type ChangesetId = Id<'changeset'>
export type ChangeId = Id<'change'>
export type WebhookId = Id<'webhook'>
export type DeliveryId = Id<'webhook delivery'>
export type CommentId = Id<'comment'>
export type FileId = Id<'file'>
export type ExportId = Id<'project export'>
export type JobId = Id<'job'>
export type IdentityProviderId = Id<'identity provider'>
export type RepositoryId = Id<'repository'>
export type PermissionSetId = Id<'permission set'>

/**
 * The user that every list represents as "None" (docs/api/trackers.md §5.3, docs/api/archive-format.md §1.2); no one
 * can sign in as it.
 */
export const NONE_USER = 100 as UserId
/** Reserved for the administrator who sets up the server. */
export const FIRST_ADMINISTRATOR = 101 as UserId
/** The value "None" of every list (docs/api/trackers.md §5.3). */
export const NO_VALUE = 100 as BindValueId
/** Its administrators are the site administrators (docs/api/access.md §4). */
export const ADMINISTRATION_PROJECT = 1 as ProjectId
/** The default template (docs/api/access.md §4). */
export const DEFAULT_TEMPLATE = 100 as ProjectId
/** Only projects above this id are listed; ids up to it are reserved for built-in projects. */
export const LAST_RESERVED_ID = 100

/**
 * Returns the number that stands for an id of any size: one that is larger than any id is an unknown id. Messages leave
 * it out (kit/messages/message.ts).
 */
export const limitId = (id: number): number => Math.min(Math.max(id, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
