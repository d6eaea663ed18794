/** Where an example is tried, once: files that it names are its own. */
export interface ExampleIds extends ExampleProject {
  readonly origin: string
  /** of the field */
  readonly field: number
  /** Id of a value of the list. */
  value(label: string): number
  /** Id of what somebody typed into the open list before. */
  typed(label: string): number
  /** Id of an artifact one can link to: the first, the second, the third. */
  target(n: 1 | 2 | 3): number
  /** Id of a finished upload of the writer; the same name is the same file. */
  file(name: string): number
  readonly others: {
    /** An artifact of a tracker without links, and one the writer cannot see. */
    readonly withoutLinks: number
    readonly unseen: number
    /** A file of bob, one that is not complete, and one that is attached to the first target. */
    readonly fileOfBob: number
    readonly halfFile: number
    readonly attachedFile: number
    /** A finished upload of the writer for another field. */
    readonly fileOfAnotherField: number
    readonly inDeletedTracker: number
    readonly inSuspendedProject: number
    /** The tracker of the targets, as links tell of it. */
    readonly targetTracker: object
  }
  /** The artifact as JSON tells it, and its number and rank. */
  readonly artifact: Json
  readonly number: number
  readonly rank: number
}

/** What is there before trackers are. */
export interface ExampleProject {
  readonly project: number
  readonly users: Readonly<Record<'alice' | 'bob' | 'boss' | 'gone' | 'outsider', number>>
  /** A group of the project. */
  readonly painters: number
}

type Json = any
type IdDependent<T> = T | ((at: ExampleIds) => T)

/** What is true of the place an example is tried at. */
export const resolveExample = <T>(example: IdDependent<T>, at: ExampleIds): T =>
  typeof example === 'function' ? (example as (at: ExampleIds) => T)(at) : example

/** Rows that let a value be searched for. */
export interface StoredRows {
  readonly list?: readonly number[]
  readonly open?: readonly unknown[]
  readonly number?: readonly number[]
  readonly date?: readonly unknown[]
  readonly link?: readonly (readonly [target: number, type: string])[]
  readonly file?: readonly number[]
}

/** What is sent for a field, and all that comes of it. */
export interface Example {
  /** An entry of `values` without `field_id`. */
  readonly input: IdDependent<object>
  /** The entry of an answer without `field_id`, `type` and `label`. */
  readonly output: IdDependent<object>
  /** nothing unless said */
  readonly storedRows?: IdDependent<StoredRows>
  /** Where it can be tried; on both unless said. */
  readonly on?: 'POST' | 'PUT'
  /** XML, where all is text, says something else. */
  readonly isJsonOnly?: boolean
  /** Archives have no words to tell it from a value of the bind (docs/api/archive-format.md §3.4 rule 9). */
  readonly isMerged?: boolean
  /** What the history tells after a PUT; what was before and what is shown now, unless said. */
  readonly history?: IdDependent<readonly object[]>
}

/** What is sent and refused, by a sentence about a value or by a text that ends the request. */
export interface Refusal {
  readonly input: IdDependent<object>
  readonly on?: 'POST' | 'PUT'
  /** In the styles of docs/api/artifacts.md §5.3. */
  readonly problem?: IdDependent<string>
  readonly message?: IdDependent<string>
  /** The text of an error that is told apart from its message (docs/api/artifacts.md §5.1). */
  readonly i18nMessage?: IdDependent<string>
  /** 400 unless said. */
  readonly status?: 404 | 409
}

/** One form element of the type. */
export interface FieldExamples {
  /** Its short name. */
  readonly name: string
  /** As GET /trackers/{id} would tell it, without id, name, label and type. */
  readonly element?: (fixture: ExampleProject) => object
  /** A value people can give it that no other example gives it; absent: none can be given. */
  readonly before?: Example
  readonly accepted?: readonly Example[]
  readonly rejected?: readonly Refusal[]
  /** Entries that ask for nothing: of an artifact that is there, they change nothing. */
  readonly untouched?: readonly IdDependent<object>[]
  /** Entries that are passed over also when an artifact is made. */
  readonly ignored?: readonly IdDependent<object>[]
  /** Entries that leave it empty, refused where it is required; absent: it is never missing. */
  readonly empty?: readonly IdDependent<object>[]
  /** What a new artifact shows of it when nothing was sent; absent: no entry. */
  readonly initial?: IdDependent<object>
  /** Settings, and what a new artifact then begins with. */
  readonly defaults?: readonly {
    readonly element: (fixture: ExampleProject) => object
    readonly output: IdDependent<object>
  }[]
  /** It is passed over, not refused, where the writer may not set it. */
  readonly isIgnoredWithoutPermission?: boolean
  /** It holds others, or says something on the form: no value can be sent. */
  readonly holdsNoValue?: boolean
  /** No definition can name it: it was brought by an archive. */
  readonly isOnlyImported?: boolean
}

/** A person as values tell of one (docs/api/artifacts.md §2.4). */
export const userRepresentation = ({ origin, users }: ExampleIds, login: 'alice' | 'bob' | 'boss') => {
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

/** Nobody, as lists of people tell it. */
export const noUserRepresentation = ({ origin }: ExampleIds) => ({
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

/** A user group as values tell of one (docs/api/artifacts.md §3.7). */
export function userGroupRepresentation({ project, painters }: ExampleProject, name: 'members' | 'painters') {
  const id = name === 'members' ? `${project}_3` : `${painters}`
  const words = name === 'members' ? members : { label: 'painters', short_name: 'painters', key: 'painters' }
  return { id, uri: `user_groups/${id}`, users_uri: `user_groups/${id}/users`, ...words }
}

/** The refusal of an entry without the member it needs (docs/api/field-values.md §1). */
const withoutValue = ({ field }: ExampleIds): string =>
  `Expected format for field ${field} : {"field_id" : 15458, "value" : some_value`

/** Types whose entry is `value` alone refuse one without it; null is as good as none where an artifact is made. */
export const needsValue: readonly Refusal[] = [
  { input: {}, message: withoutValue },
  { input: { value: null }, on: 'POST', message: withoutValue },
]
