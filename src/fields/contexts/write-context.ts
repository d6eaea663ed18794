import type { User } from '../../accounts/model/user.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, FieldId, FileId, ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Field } from '../model/field.ts'
import type { OpenValue } from './describe-context.ts'

/**
 * Parser of the input of a field (docs/api/field-values.md). A type without it is no field: its id is unknown in
 * requests.
 */
export interface InputParser<Value> {
  /** Collects the data that `parse` needs, so that it is loaded for a whole request at once; rejects nothing. */
  collectNeeds?(input: FieldValueInput, field: Field, into: WriteNeeds): void
  /**
   * Returns the new value. A wrong shape ends the request (a thrown Refusal with the text of docs/api/field-values.md);
   * an invalid value is reported by `context.reportProblem`, so that the problems of all fields are returned together.
   * undefined: the field does not change, or a problem was reported.
   */
  parse(input: FieldValueInput, field: Field, context: WriteContext): Value | undefined
  /** Value of a new artifact without input (docs/api/field-values.md §16); absent or undefined: nothing is stored. */
  initialValue?(field: Field, context: InitialValueContext): Value | undefined
  /** Whether a required field, or one that a transition requires, is still empty; undefined counts as empty. */
  isEmpty(value: Value | undefined): boolean
}

/**
 * One entry of `values` (docs/api/field-values.md §1). null in the request stays null; a missing member stays missing.
 */
export interface FieldValueInput {
  readonly field_id: number
  readonly value?: unknown
  /** Next to `value` (docs/api/client-needs.md §16). */
  readonly format?: unknown
  /** The source of Markdown that `value` shows as HTML, as in a representation. */
  readonly commonmark?: unknown
  readonly bind_value_ids?: readonly unknown[] | null
  readonly links?: readonly unknown[] | null
  readonly all_links?: readonly LinkInput[] | null
  readonly parent?: unknown
  readonly is_autocomputed?: boolean | null
  readonly manual_value?: unknown
}

export interface LinkInput {
  readonly id: number
  readonly direction: 'forward' | 'reverse'
  readonly type?: string | null
}

/** References in the values of a request, collected before they are loaded. */
export interface WriteNeeds {
  readonly users: Set<UserId>
  /** In lower case. */
  readonly logins: Set<string>
  /** In lower case. */
  readonly emails: Set<string>
  /** Users to look up in lists bound to users. */
  readonly offered: Map<FieldId, Set<UserId>>
  /** The static groups of the project. */
  groups: boolean
  readonly files: Set<FileId>
  readonly artifacts: Set<ArtifactId>
  /** Link fields whose current targets are needed. */
  readonly currentLinks: Set<FieldId>
  readonly linkTypes: Set<string>
  /** Free values of open lists, by id. */
  readonly openValues: Set<number>
  /** Labels for open lists: unknown labels are created. */
  readonly openLabels: Map<FieldId, Set<string>>
  /** Numbers in the input of open lists: a label or the id of a value, else the label of a new one. */
  readonly openNumbers: Map<FieldId, Set<number>>
  /** Groups whose names are such labels. */
  readonly openGroups: Map<FieldId, Set<UserGroupId>>
  /** Number of test step ids to reserve. */
  stepCount: number
}

export const createEmptyWriteNeeds = (): WriteNeeds => ({
  users: new Set(),
  logins: new Set(),
  emails: new Set(),
  offered: new Map(),
  groups: false,
  files: new Set(),
  artifacts: new Set(),
  currentLinks: new Set(),
  linkTypes: new Set(),
  openValues: new Set(),
  openLabels: new Map(),
  openNumbers: new Map(),
  openGroups: new Map(),
  stepCount: 0,
})

/** Caller, time and project of a change. */
interface InitialValueContext {
  readonly caller: Caller
  readonly projectId: ProjectId
  /** IANA time zone in which days start. */
  readonly timezone: string
  readonly now: EpochSeconds
}

/** Context of `parse`; all data is loaded, nothing here waits. */
export interface WriteContext extends InitialValueContext {
  /** null for a new artifact */
  readonly artifactId: ArtifactId | null
  /** The value this field has now, as stored; undefined when it never had one. */
  readonly currentValue: unknown
  /** Static groups of the project; empty unless collected as a need. */
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  userOf(id: UserId): User | undefined
  userByLogin(login: string): User | undefined
  userByEmail(email: string): User | undefined
  /**
   * Whether a list bound to users offers this user (docs/api/trackers.md §5.3); only for users that were collected as
   * needs.
   */
  isOffered(field: Field, user: UserId): boolean
  /** A free value of an open list of this field. */
  openValue(field: FieldId, id: number): OpenValue | undefined
  /** Returns the new value with this label, creating it if necessary; only for labels that were collected as needs. */
  getOrCreateOpenValue(field: FieldId, label: string): OpenValue
  /** Returns the new values that have this number as label or as id; only for numbers that were collected as needs. */
  openValuesOfNumber(field: FieldId, number: number): OpenValuesOfNumber
  fileOf(id: FileId): FileToAttach | undefined
  /** undefined: there is no such artifact. */
  artifactOf(id: ArtifactId): LinkTarget | undefined
  /** undefined: there is no such type; the plain link '' is always usable. */
  linkType(shortName: string): 'usable' | 'disabled' | 'reserved' | undefined
  nextStepId(): number
  /** Links that lead to this artifact: they are changes of the others (docs/api/field-values.md §10). */
  requestReverseLinks(wish: ReverseLinkChange): void
  /** Something the value breaks; the sentence without level and line end (docs/api/artifacts.md §5.3). */
  reportProblem(message: Message): void
}

interface OpenValuesOfNumber {
  readonly byLabel?: OpenValue | undefined
  readonly byId?: OpenValue | undefined
}

export interface ReverseLinkChange {
  /** `all`: links from artifacts that are not listed are removed; `more`: these are added. */
  readonly kind: 'all' | 'more'
  readonly links: readonly { readonly from: ArtifactId; readonly type: string }[]
}

export interface AttachableFile {
  readonly id: FileId
  readonly fieldId: FieldId | null
  readonly artifactId: ArtifactId | null
  readonly submittedBy: UserId | null
  /** pending, complete, attached, detached */
  readonly status: string
  /** Until when it may be attached; null: without limit. */
  readonly expiresOn: EpochSeconds | null
}

/** A file in the eyes of the writer. */
export interface FileToAttach extends AttachableFile {
  /** Whether the writer sees the artifact that has it; of the changed artifact, also whether they can read the field. */
  readonly isVisible: boolean
}

export interface LinkTarget {
  readonly id: ArtifactId
  readonly isTrackerDeleted: boolean
  readonly isProjectActive: boolean
  /** to the writer */
  readonly isVisible: boolean
  readonly hasLinkField: boolean
}
