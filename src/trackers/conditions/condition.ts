import type { TSchema } from 'typebox'
import type { Tables } from '../../database/tables/tables.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { FieldId, ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { ConditionName, ConditionsBy } from '../model/definition.ts'
import type { Tracker } from '../model/tracker.ts'
import type { GroupInput } from '../parse/group-input.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { SerializeContext } from '../xml/serialize-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

/**
 * What a transition requires: one file of this directory each, which also declares what it stores as a member of
 * `ConditionsBy`. Members are methods, so that a condition can narrow what it stores and still be part of the registry.
 */
export interface Condition<Name extends ConditionName = ConditionName> {
  /** Its name in explanations. */
  readonly label: Message
  /** What a new transition requires (docs/api/trackers.md §6.3). */
  readonly initial: ConditionsBy<never>[Name]
  /** New artifacts cannot satisfy it: transitions from nothing never require it. */
  readonly isForChangesOnly?: true
  readonly api: ApiFormat<Name>
  readonly archive: ArchiveFormat<Name>
  readonly rows: ConditionRows
  /** Fields that it refers to: they cannot be deleted. Absent: none. */
  fieldsOf?(condition: ConditionsBy<FieldId>[Name]): readonly FieldId[]
  /** Replaces all references, keys by ids or ids by keys; groups that are not included are left out. */
  mapReferences<From, To>(condition: ConditionsBy<From>[Name], map: ConditionMap<From, To>): ConditionsBy<To>[Name]
  /** Why a change of an artifact does not satisfy it. */
  findProblems(condition: ConditionsBy<FieldId>[Name], change: JudgedChange): readonly Message[]
}

export interface ConditionMap<From, To> {
  field(field: From): To
  /** undefined: a group that is not included */
  group(group: UserGroupId): UserGroupId | undefined
}

/** A change of one artifact that takes a transition. */
interface JudgedChange {
  readonly tracker: Pick<Tracker, 'fieldById'>
  /** null: the artifact is new */
  readonly before: StoredValues | null
  readonly changed: StoredValues
  readonly comment: string
  isEmpty(field: Field, value: unknown): boolean
  /** Returns the field with the names that problems may contain. */
  named(field: Field): Field
  /** Whether these groups allow the caller to take the transition. */
  isPermitted(groups: readonly UserGroupId[]): boolean
}

/** Its member of a transition (docs/api/trackers.md §4.10). */
interface ApiFormat<Name extends ConditionName> {
  readonly name: string
  readonly schema: TSchema
  represent(condition: ConditionsBy<FieldId>[Name], projectId: ProjectId): unknown
  /** Reads a replacement, in the form of `schema`; problems are refusals. */
  parse(input: never, target: ReplacedTransition): ConditionsBy<FieldId>[Name]
  /** Of a definition. */
  readonly input: TSchema
  /** Reads a definition; problems are collected. */
  define(input: never, resolvers: ConditionResolvers): ConditionsBy<string>[Name]
}

export interface ReplacedTransition {
  readonly tracker: Tracker
  /** The group with this REST id; undefined: no group of the project */
  groupOf(id: string): UserGroupId | undefined
}

/** Resolve references of a definition; unknown ones are problems. */
export interface ConditionResolvers {
  groups(input: readonly GroupInput[]): UserGroupId[]
  fields(ids: readonly number[]): string[]
}

/** docs/api/archive-format.md §2.6. */
interface ArchiveFormat<Name extends ConditionName> {
  /** `type` of its elements. */
  readonly type: string
  /** Reads its elements, and what older archives have in the owner of the conditions. */
  read(
    elements: readonly XmlElement[],
    owner: XmlElement,
    keys: TrackerKeys,
    context: ParseContext,
  ): ConditionsBy<string>[Name]
  write(condition: ConditionsBy<string>[Name], context: SerializeContext): readonly Markup[]
}

/** Where it is stored: a list in a table with a row for each element, a flag in a column of its transition. */
type ConditionRows = ListRows | FlagRows

interface ListRows {
  readonly table: 'transition_group' | 'transition_field'
  readonly column: 'group_id' | 'field_id'
}

export type FlagColumn = keyof Tables['transition'] & `is_${string}`

interface FlagRows {
  readonly flag: FlagColumn
}
