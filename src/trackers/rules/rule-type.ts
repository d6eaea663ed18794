import type { TProperties } from 'typebox'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { RuleName, RulesBy } from '../model/definition.ts'
import type { Tracker } from '../model/tracker.ts'
import type { Problems } from '../parse/problems.ts'
import type { ResolveElement } from '../parse/resolve-element.ts'
import type { ReferenceMap } from '../semantics/semantic.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

/** By id; 100 is "None". */
export type StoredRule<Name extends RuleName> = RulesBy<FieldId, number>[Name]
/** By key; null is "None". */
type DefinedRule<Name extends RuleName> = RulesBy<string, string | null>[Name]

/**
 * A rule about the values of an artifact: one file of this directory for each kind, which also declares what it stores
 * as a member of `RulesBy`. Members are methods, so that a kind can narrow what it stores and still be part of the
 * registry.
 */
export interface RuleType<Name extends RuleName = RuleName> {
  readonly api: ApiFormat<Name>
  readonly archive: ArchiveFormat<Name>
  /** Its table, and the column of each of its members, in the order of rules. */
  readonly rows: {
    readonly table: 'date_rule' | 'list_rule'
    readonly columns: { readonly [Member in keyof StoredRule<Name>]: string }
  }
  /** Fields that it refers to: they cannot be deleted. */
  fieldsOf(rule: StoredRule<Name>): readonly FieldId[]
  /** Values of a list that it refers to: they cannot be deleted. Absent: none. */
  valuesOf?(rule: StoredRule<Name>, list: FieldId): readonly number[]
  /** Replaces all references, keys by ids or ids by keys. */
  mapReferences<F, V, F2, V2>(rule: RulesBy<F, V>[Name], map: RuleMap<F, V, F2, V2>): RulesBy<F2, V2>[Name]
  /** Returns why a tracker cannot get these rules, of which it has `all` afterwards. Absent: it always can. */
  findConflicts?(added: readonly StoredRule<Name>[], all: readonly StoredRule<Name>[], of: RuleContext): Message[]
  /** Returns the violations of a tracker's rules of this kind, in sentences without level and line end. */
  findProblems(rules: readonly StoredRule<Name>[], change: JudgedValues): readonly Message[]
}

export type RuleMap<F, V, F2, V2> = Pick<ReferenceMap<F, V, unknown, F2, V2, unknown>, 'field' | 'value'>

/** What new rules of a tracker have to fit. */
export interface RuleContext {
  readonly tracker: Pick<Tracker, 'fieldById'>
  /** Fields that a state of the workflow makes read-only. */
  readonly frozen: ReadonlySet<FieldId>
}

/** A change of one artifact. */
interface JudgedValues {
  readonly tracker: Pick<Tracker, 'id' | 'name' | 'fieldById'>
  /** All values of the artifact after the change. */
  readonly values: StoredValues
  /** Values that the user and the workflow change: rules about other fields do not apply. */
  readonly changed: StoredValues
  /** Returns the field with the names that problems may contain. */
  named(field: Field): Field
  /** Returns the labels of values of a list as far as problems may contain them. */
  labelsOf(field: Field, values: readonly number[]): string
}

/** Its member of `workflow.rules` (docs/api/trackers.md §3.8). */
interface ApiFormat<Name extends RuleName> {
  readonly properties: TProperties
  represent(rule: StoredRule<Name>): object
  /** Reads a rule of a definition or for a tracker; undefined: there is a problem. */
  define<F, V>(input: never, resolvers: RuleResolvers<F, V>): RulesBy<F, V>[Name] | undefined
}

export interface RuleResolvers<F, V> {
  readonly element: ResolveElement<F, V>
  readonly problems: Problems
}

/** docs/api/archive-format.md §2.5. */
interface ArchiveFormat<Name extends RuleName> {
  /** Name of the element that holds the rules, and of one that older archives have in the tracker itself. */
  readonly holder: string
  readonly olderHolder?: string
  /** undefined: left out, with a remark */
  read(rule: XmlElement, keys: TrackerKeys, notes: ParseContext['notes']): DefinedRule<Name> | undefined
  /** undefined: it cannot be written */
  write(rule: DefinedRule<Name>): readonly Markup[] | undefined
}
