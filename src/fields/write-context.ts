import type { Caller } from '../kit/caller.ts'
import type { ArtifactId, FieldId, FileId, ProjectId, UserGroupId, UserId } from '../kit/ids.ts'
import type { EpochSeconds } from '../kit/time.ts'
import type { User } from '../platform/model/user.ts'
import type { StaticGroup } from '../platform/store/groups.ts'
import type { OpenValue } from './describe-context.ts'
import type { Field } from './field.ts'

/**
 * How a field takes what people send (docs/api/field-values.md). A type without it is no field: its id is unknown to
 * writers.
 */
export interface InputParser<Value> {
  /** Notes what `accept` will ask for, so that it is loaded for a whole request at once; refuses nothing. */
  collectNeeds?(sent: FieldValueInput, field: Field, into: WriteNeeds): void
  /**
   * The value wanted. A wrong shape is refused at once (a thrown Refusal with the text of docs/api/field-values.md); a
   * value that breaks a rule of the field is told to `context.problem`, so that all fields have their say. undefined:
   * nothing is asked of the field, or it was told as a problem.
   */
  parse(sent: FieldValueInput, field: Field, context: WriteContext): Value | undefined
  /**
   * What a new artifact has when nothing is sent (docs/api/field-values.md §16); absent or undefined: nothing is
   * stored.
   */
  initialValue?(field: Field, context: InitialValueContext): Value | undefined
  /** Whether a required field, or one that a transition wants filled, is still missing; undefined counts as empty. */
  isEmpty(value: Value | undefined): boolean
}

/**
 * One entry of `values` (docs/api/field-values.md §1). A member that was sent as null is there as null; one not sent is
 * not there.
 */
export interface FieldValueInput {
  readonly field_id: number
  readonly value?: unknown
  /** Beside `value` (docs/api/client-needs.md §16). */
  readonly format?: unknown
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

/** What the values of a request refer to, gathered first. */
export interface WriteNeeds {
  readonly users: Set<UserId>
  /** In lower case. */
  readonly logins: Set<string>
  /** In lower case. */
  readonly emails: Set<string>
  /** Whether lists bound to people offer these. */
  readonly offered: Map<FieldId, Set<UserId>>
  /** The static groups of the project. */
  groups: boolean
  readonly files: Set<FileId>
  readonly artifacts: Set<ArtifactId>
  /** Link fields: what they lead to now is as good as noted. */
  readonly currentLinks: Set<FieldId>
  readonly linkTypes: Set<string>
  /** Free values of open lists, by id. */
  readonly openValues: Set<number>
  /** Labels for open lists: those that nobody typed before are made. */
  readonly openLabels: Map<FieldId, Set<string>>
  /** Numbers sent to open lists: a label or the id of a value, else the label of a new one. */
  readonly openNumbers: Map<FieldId, Set<number>>
  /** Groups whose names are such labels. */
  readonly openGroups: Map<FieldId, Set<UserGroupId>>
  /** How many ids of test steps will be taken. */
  stepCount: number
}

export const emptyWriteNeeds = (): WriteNeeds => ({
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

/** Who writes, when and where. */
export interface InitialValueContext {
  readonly caller: Caller
  readonly projectId: ProjectId
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
  readonly now: EpochSeconds
}

/** What `accept` may ask; everything is loaded, nothing here waits. */
export interface WriteContext extends InitialValueContext {
  /** null: the artifact is being made. */
  readonly artifactId: ArtifactId | null
  /** The value this field has now, as stored; undefined when it never had one. */
  readonly currentValue: unknown
  /** Static groups of the project; none unless noted as a need. */
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  userOf(id: UserId): User | undefined
  userByLogin(login: string): User | undefined
  userByEmail(email: string): User | undefined
  /** Whether a list bound to people offers this one (docs/api/trackers.md §5.3); ask only for those noted as needs. */
  isOffered(field: Field, user: UserId): boolean
  /** A free value of an open list of this field. */
  openValue(field: FieldId, id: number): OpenValue | undefined
  /** The free value with this label, made if need be; ask only for labels noted as needs. */
  getOrCreateOpenValue(field: FieldId, label: string): OpenValue
  /** The free values that have this number as label or as id; only for numbers noted as needs. */
  openValuesOfNumber(field: FieldId, number: number): OpenValuesOfNumber
  fileOf(id: FileId): AttachableFile | undefined
  /** undefined: there is no such artifact. */
  artifactOf(id: ArtifactId): LinkTarget | undefined
  /** undefined: there is no such type; the plain link '' is always usable. */
  linkType(shortName: string): 'usable' | 'disabled' | 'reserved' | undefined
  nextStepId(): number
  /** Links that lead to this artifact: they are changes of the others (docs/api/field-values.md §10). */
  requestReverseLinks(wish: ReverseLinkChange): void
  /** Something the value breaks; the sentence without level and line end (docs/api/artifacts.md §5.3). */
  reportProblem(sentence: string): void
}

export interface OpenValuesOfNumber {
  readonly byLabel?: OpenValue | undefined
  readonly byId?: OpenValue | undefined
}

export interface ReverseLinkChange {
  /** `all`: links from artifacts not named here are taken away; `more`: these are added. */
  readonly kind: 'all' | 'more'
  readonly links: readonly { readonly from: ArtifactId; readonly type: string }[]
}

export interface AttachableFile {
  readonly id: FileId
  readonly fieldId: FieldId | null
  readonly artifactId: ArtifactId | null
  readonly submittedBy: UserId | null
  /** pending, complete, attached, detached */
  readonly state: string
  /** Until when it may be attached; null: nobody counts. */
  readonly expiresOn: EpochSeconds | null
}

export interface LinkTarget {
  readonly id: ArtifactId
  readonly isTrackerDeleted: boolean
  readonly isProjectActive: boolean
  /** to the writer */
  readonly isVisible: boolean
  readonly hasLinkField: boolean
}
