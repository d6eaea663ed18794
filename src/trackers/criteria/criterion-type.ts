import type { TSchema } from 'typebox'
import type { Field } from '../../fields/model/field.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { CriterionContentBy, CriterionName } from '../model/definition.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

/** What a criterion stores; "None" is 100. */
type StoredCriterion<Name extends CriterionName> = Content<Name, number>
/** By key; null is "None". */
type CriterionDefinition<Name extends CriterionName> = Content<Name, string | null>

type Content<Name extends CriterionName, ValueRef> = NonNullable<CriterionContentBy<ValueRef>[Name]>

/**
 * What a report compares a field with: one file of this directory for each kind, which also declares what it stores as
 * a member of `CriterionContentBy`. Members are methods, so that a kind can narrow what it stores and still be part of
 * the registry.
 */
export interface CriterionType<Name extends CriterionName = CriterionName> {
  readonly api: ApiFormat<Name>
  readonly archive: ArchiveFormat<Name>
  /** Values of its list that it refers to: they cannot be deleted. Absent: none. */
  valuesOf?(content: StoredCriterion<Name>): readonly number[]
  /** Replaces all references, keys by ids or ids by keys. */
  mapReferences<From, To>(content: Content<Name, From>, map: (value: From) => To): Content<Name, To>
  /** Returns the value of a filter with `contains`; undefined: the criterion restricts nothing. */
  toFilterValue(content: StoredCriterion<Name>): unknown
}

/** The value of a member of `query`. */
interface ApiFormat<Name extends CriterionName> {
  readonly schema: TSchema
  represent(content: StoredCriterion<Name>): unknown
  /** Reads a value for a filter with `contains`; undefined: it is of another kind, or of none. */
  parse(value: unknown, field: Field, projectId: ProjectId): StoredCriterion<Name> | undefined
}

/** `<criteria_value>` (docs/api/archive-format.md §2.7). */
interface ArchiveFormat<Name extends CriterionName> {
  readonly type: string
  read(value: XmlElement, keys: TrackerKeys): CriterionDefinition<Name>
  write(content: CriterionDefinition<Name>): Markup
}
