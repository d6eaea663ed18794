/** The ids with which an example is sent; each example gets its own files. */
export interface ExampleIds extends ExampleProject {
  readonly origin: string
  /** Id of the field. */
  readonly field: number
  /** Id of a value of the list. */
  value(label: string): number
  /** Id of a value that was typed into the open list before. */
  openValue(label: string): number
  /** Id of an artifact to link to: the first, the second, the third. */
  target(n: 1 | 2 | 3): number
  /** Id of a completed upload of the writer; the same name is the same file. */
  file(name: string): number
  readonly others: {
    /** An artifact of a tracker without links, and one that the writer cannot see. */
    readonly withoutLinks: number
    readonly unseen: number
    /** A file of bob, an incomplete file, and one that is attached to the first target. */
    readonly fileOfBob: number
    readonly halfFile: number
    readonly attachedFile: number
    /** A completed upload of the writer for another field. */
    readonly fileOfAnotherField: number
    readonly inDeletedTracker: number
    readonly inSuspendedProject: number
    /** The tracker of the targets, as represented in links. */
    readonly targetTracker: object
  }
  /** The JSON representation of the artifact, and its number and rank. */
  readonly artifact: Json
  readonly number: number
  readonly rank: number
}

/** Data that exists before the trackers are created. */
export interface ExampleProject {
  readonly project: number
  readonly users: Readonly<Record<'alice' | 'bob' | 'boss' | 'gone' | 'outsider', number>>
  /** A group of the project. */
  readonly painters: number
}

type Json = any
type IdDependent<T> = T | ((at: ExampleIds) => T)

/** Resolves an example that depends on ids. */
export const resolveExample = <T>(example: IdDependent<T>, at: ExampleIds): T =>
  typeof example === 'function' ? (example as (at: ExampleIds) => T)(at) : example

/** Index rows by which a value is searched. */
export interface StoredRows {
  readonly list?: readonly number[]
  readonly open?: readonly unknown[]
  readonly number?: readonly number[]
  readonly date?: readonly unknown[]
  readonly link?: readonly (readonly [target: number, type: string])[]
  readonly file?: readonly number[]
}

/** Input for a field, and its expected results. */
export interface Example {
  /** An entry of `values` without `field_id`. */
  readonly input: IdDependent<object>
  /** The entry of an answer without `field_id`, `type` and `label`. */
  readonly output: IdDependent<object>
  /** None by default. */
  readonly storedRows?: IdDependent<StoredRows>
  /** The method that accepts it; both by default. */
  readonly on?: 'POST' | 'PUT'
  /** The example has another meaning in XML, where all values are text. */
  readonly isJsonOnly?: boolean
  /** Archives cannot distinguish it from a bound value (docs/api/archive-format.md §3.4 rule 9). */
  readonly isMerged?: boolean
  /** Entries of the history after a PUT; by default, the entry before and `output`. */
  readonly history?: IdDependent<readonly object[]>
}

/** Input that is rejected, with a problem of the field or with an error that aborts the request. */
export interface Refusal {
  readonly input: IdDependent<object>
  readonly on?: 'POST' | 'PUT'
  /** Formatted as in docs/api/artifacts.md §5.3. */
  readonly problem?: IdDependent<string>
  readonly message?: IdDependent<string>
  /** Text of an error whose i18n message differs from its message (docs/api/artifacts.md §5.1). */
  readonly i18nMessage?: IdDependent<string>
  /** 400 by default. */
  readonly status?: 404 | 409
}

/** One form element of the type. */
export interface FieldExamples {
  /** Its short name. */
  readonly name: string
  /** As in GET /trackers/{id}, without id, name, label and type. */
  readonly element?: (fixture: ExampleProject) => object
  /** A value that no other example uses; undefined if the field cannot be set. */
  readonly before?: Example
  readonly accepted?: readonly Example[]
  readonly rejected?: readonly Refusal[]
  /** Entries that request no change: they leave an existing artifact unchanged. */
  readonly untouched?: readonly IdDependent<object>[]
  /** Entries that are also ignored on creation. */
  readonly ignored?: readonly IdDependent<object>[]
  /** Entries that leave it empty and are rejected if it is required; undefined if it cannot be empty. */
  readonly empty?: readonly IdDependent<object>[]
  /** The entry of a new artifact without input; undefined if there is none. */
  readonly initial?: IdDependent<object>
  /** Settings, and the resulting entry of a new artifact. */
  readonly defaults?: readonly {
    readonly element: (fixture: ExampleProject) => object
    readonly output: IdDependent<object>
  }[]
  /** Input is ignored, not rejected, if the writer may not set the field. */
  readonly isIgnoredWithoutPermission?: boolean
  /** It contains other elements or static content and has no value. */
  readonly holdsNoValue?: boolean
  /** Tracker definitions cannot contain it: only archives can. */
  readonly isOnlyImported?: boolean
}

/** A user in field values (docs/api/artifacts.md §2.4). */
export const buildUserRepresentation = ({ origin, users }: ExampleIds, login: 'alice' | 'bob' | 'boss') => {
  const realName = { alice: 'Alice Ash', bob: 'Bob Birch', boss: 'Boss Beech' }[login]
  return {
    id: users[login],
    uri: `users/${users[login]}`,
    user_url: `/users/${login}`,
    real_name: realName,
    display_name: `${realName} (${login})`,
    username: login,
    ldap_id: null,
    avatar_url: `${origin}/users/${login}/avatar.png`,
    is_anonymous: false,
    has_avatar: true,
    email: `${login}@example.com`,
    status: 'A',
  }
}

/** The empty user in lists of users. */
export const buildNoUserRepresentation = ({ origin }: ExampleIds) => ({
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: 'Anonymous user',
  username: null,
  ldap_id: null,
  avatar_url: `${origin}/themes/common/images/avatar_default.png`,
  is_anonymous: true,
  has_avatar: true,
  email: null,
  status: null,
})

const members = {
  label: 'Project members',
  short_name: 'project_members',
  key: 'ugroup_project_members_name_key',
}

/** A user group in field values (docs/api/artifacts.md §3.7). */
export function buildUserGroupRepresentation({ project, painters }: ExampleProject, name: 'members' | 'painters') {
  const id = name === 'members' ? `${project}_3` : `${painters}`
  const words = name === 'members' ? members : { label: 'painters', short_name: 'painters', key: 'painters' }
  return { id, uri: `user_groups/${id}`, users_uri: `user_groups/${id}/users`, ...words }
}

/** The message for an entry without its required member (docs/api/field-values.md §1). */
const withoutValue = ({ field }: ExampleIds): string =>
  `Expected format for field ${field} : {"field_id" : 15458, "value" : some_value`

/** Types with the member `value` reject entries without it; on creation, null is the same as no value. */
export const needsValue: readonly Refusal[] = [
  { input: {}, message: withoutValue },
  { input: { value: null }, on: 'POST', message: withoutValue },
]
