import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { ArchiveReadContext } from '../contexts/archive-read-context.ts'
import type { ArchiveWriteContext } from '../contexts/archive-write-context.ts'
import type { DescribeContext } from '../contexts/describe-context.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import type { FieldValueInput, InputParser } from '../contexts/write-context.ts'
import type { Conversion } from '../model/conversion.ts'
import type { Dependencies } from '../model/dependencies.ts'
import type { Field, FieldTypeName, RichText } from '../model/field.ts'
import type { IndexEntry, IndexFamily } from '../model/index-entry.ts'
import type { PropertyTable, ReportInvalidProperty } from '../model/properties.ts'
import type { CsvFormat } from './csv-format.ts'
import type { EntrySchema } from './entry-schema.ts'
import type { FieldSearch } from './field-search.ts'

/**
 * What other slices ask of a type; they never compare its name (tools/check-field-types.mjs). fields/field-type/traits.ts has the
 * usual answers.
 */
export interface Capabilities {
  readonly kind: 'field' | 'container' | 'static'
  /** Set only by the system: carries no permission but `read` (docs/api/trackers.md §5, "R/O"). */
  readonly isReadOnly: boolean
  /** Included in `values_by_field` (docs/api/artifacts.md §2.5). */
  readonly isAlphanumeric: boolean
  /** Has an entry in `values` though nothing is stored (docs/api/artifacts.md §2.5). */
  readonly isAlwaysPresent: boolean
  /** At most one in a tracker (docs/api/trackers.md §5.1). */
  readonly isUnique: boolean
  /** Its values come from a bind (docs/api/trackers.md §5.3). */
  readonly hasBind: boolean
  /** Absent: nothing that other parts use. */
  readonly holds?: ValueKind
  /** Values change without a new version of the artifact, so that they are not cached. */
  readonly isVolatile: boolean
  /** False: values are lost when an artifact moves to another tracker. */
  readonly isMovable: boolean
  /** False: only archives and copies create it. */
  readonly isCreatable: boolean
  /** Where it stands in the form: at the root only, in such a block as its column, or inside both. */
  readonly place: 'root' | 'block' | 'column'
  /** Its element in the form of an archive: `externalField` for plugins of Tuleap (docs/api/archive-format.md §2.3). */
  readonly archiveElement: 'formElement' | 'externalField'
}

/** Kinds of values; types with the same kind have the same stored form (fields/model/field.ts). */
export type ValueKind =
  | 'line'
  | 'text'
  | 'number'
  | 'sum'
  | 'moment'
  | 'choice'
  | 'choices'
  | 'openChoices'
  | 'user'
  | 'files'
  | 'links'
  | 'grants'
  | 'steps'
  | 'id'
  | 'mentions'
  | 'burndown'

/**
 * Type of a form element: one file of `types/` each. Members that only some types have are optional; a comment on each
 * defines what its absence means. Members are methods, so that a type can narrow its own stored value (fields/model/field.ts
 * lists them) and still be part of the registry.
 */
export interface FieldType<Value = unknown> extends Capabilities {
  readonly type: FieldTypeName
  readonly structure: FieldStructure
  /** What `present` returns; absent: it has no entry. */
  readonly entry?: EntrySchema
  /** Absent: no value is stored. */
  readonly storage?: FieldStorage<Value>
  /** Absent: no field at all (containers, static elements). */
  readonly input?: InputParser<Value>
  /** Absent: artifacts cannot be searched by it. */
  readonly search?: FieldSearch
  /**
   * The entry of `values`, whole and in the order of the wire; undefined when there is none (docs/api/artifacts.md
   * §2.5, docs/api/field-values.md).
   */
  present?(value: Value | undefined, field: Field, context: PresentContext): ValueEntry | undefined
  /** The value in flat answers; undefined: the key is absent (docs/api/trackers.md §4.3). */
  flat?(value: Value | undefined, field: Field, context: PresentContext): FlatValue | undefined
  /**
   * Values of other fields that this type can hold, by their kind; absent: only those of its own type (docs/api/artifacts.md
   * §3.9).
   */
  readonly accepts?: Readonly<Partial<Record<ValueKind, Conversion>>>
  /** The entry that an empty XML element stands for; absent: null (docs/api/rest-conventions.md §2.2). */
  readEmptyElement?(entry: FieldValueInput): FieldValueInput
  /** The entry as a sentence has it; absent: its flat form. */
  describe?(entry: ValueEntry): string
  /** Absent: never in tables (decision 23). */
  readonly csv?: CsvFormat<Value>
  /** Absent: never in archives (docs/api/archive-format.md §3.2). */
  readonly archive?: ArchiveFormat<Value>
}

/** Description of the element itself (docs/api/trackers.md §3.4, §3.5). */
export interface FieldStructure {
  /** Data to load for `values`: users with a role in the tracker, or values that users added. */
  readonly candidates?: 'submitters' | 'modifiers' | 'open values'
  /** The source of a text in the form, not yet sanitized. */
  html?(field: Field): string
  readonly properties: PropertyTable
  /** Instead of `properties` read one by one. */
  readProperties?(
    attributes: Readonly<Record<string, string>>,
    reportInvalid: ReportInvalidProperty,
  ): Record<string, unknown>
  /** Inverse of `readProperties`. */
  writeProperties?(properties: Readonly<Record<string, unknown>>): Record<string, string>
  /** `specific_properties`, when they are not simply the stored ones. */
  specificProperties?(field: Field): Readonly<Record<string, unknown>>
  /** `values`; absent: null. */
  values?(field: Field, context: DescribeContext): unknown
  /** `bindings`; absent: of no type. */
  bindings?(field: Field, context: DescribeContext): Bindings
  /** `default_value`; absent: null. */
  defaultValue?(field: Field, context: DescribeContext): unknown
  /** Additional keys of this type. */
  extra?(field: Field, context: DescribeContext): Readonly<Record<string, unknown>>
}

export interface Bindings {
  readonly type: 'static' | 'users' | 'ugroups' | null
  readonly list: readonly { readonly id: number | string; readonly label: string }[]
}

interface FieldStorage<Value> {
  /** Was there no change? */
  isSameValue(a: Value | undefined, b: Value | undefined): boolean
  /** Collects references in the value, so that they are loaded for a whole page at once. */
  collectDependencies?(value: Value, field: Field, into: Dependencies): void
  /** Its texts, in which artifacts may be mentioned. */
  texts?(value: Value): readonly RichText[]
  readonly families?: readonly IndexFamily[]
  /** Rows that make the value searchable; "None" and empty values have no row. */
  indexEntries?(value: Value, field: Field): readonly IndexEntry[]
}

export interface ValueEntry {
  readonly field_id: number
  readonly type: string
  readonly label: string
  readonly [member: string]: unknown
}

export type FlatValue = string | number | null | readonly string[]

/** Format of a value in an artifact's history (docs/api/archive-format.md §3.3). */
interface ArchiveFormat<Value> {
  /** `type` of its `field_change`. */
  readonly changeType: string
  /** Reads the value after the change; undefined when the change cannot be interpreted and is skipped. */
  read(change: XmlElement, field: Field, context: ArchiveReadContext): Value | undefined
  /** Builds the change that sets a field to this value (docs/api/archive-format.md §3.2). */
  write(value: Value, field: Field, context: ArchiveWriteContext): Markup
  /**
   * Values that the archive format cannot express: they are stored in the Tulipwood extension document
   * (docs/decisions/0011-archive-extension-document.md).
   */
  needsExtension?(value: Value): boolean
  /** Labels that must be passed to `openValueOf` before `read`. */
  collectOpenLabels?(change: XmlElement, field: Field, context: ArchiveReadContext): readonly string[]
  /** Number of step ids that `read` needs. */
  countSteps?(change: XmlElement): number
}
