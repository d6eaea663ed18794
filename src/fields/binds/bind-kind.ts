import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchiveReadContext } from '../contexts/archive-read-context.ts'
import type { ArchiveListValue, ArchiveWriteContext } from '../contexts/archive-write-context.ts'
import type { DescribeContext } from '../contexts/describe-context.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import type { WriteContext, WriteNeeds } from '../contexts/write-context.ts'
import type { Bindings } from '../field-type/field-type.ts'
import type { Dependencies } from '../model/dependencies.ts'
import type { Bind, Field } from '../model/field.ts'

/** A source of list values (docs/api/trackers.md §5.3): what lists of all types share. */
export interface BindKind<B extends Bind = Bind> {
  /** `values` of the field. */
  describeValues(bind: B, field: Field, context: DescribeContext): readonly unknown[]
  /** `values` of an open list, which also accepts new values. */
  describeOpenListValues(bind: B, field: Field, context: DescribeContext): readonly unknown[]
  /** `bindings.list` of the field. */
  describeSources(bind: B, context: DescribeContext): Bindings['list']
  /** `default_value` of the field. */
  describeDefaults(bind: B, context: DescribeContext): readonly unknown[]
  /** Stored ids that still exist, as items of `values` and `bind_value_ids`. */
  present(chosen: readonly number[], bind: B, context: PresentContext): readonly PresentedValue[]
  /** Values that represent "None"; empty for most kinds (docs/api/field-values.md §7). */
  presentNone(context: PresentContext): readonly PresentedValue[]
  collectDependencies(chosen: readonly number[], into: Dependencies): void
  /**
   * Reads a `value` element of an archive (docs/api/archive-format.md §3.3): 'none' for "None", undefined for an
   * unknown value.
   */
  read(value: XmlElement, bind: B, context: ArchiveReadContext): number | 'none' | undefined
  /** Inverse of `read`; undefined when the value was deleted. */
  write(id: number, bind: B, context: ArchiveWriteContext): ArchiveListValue | undefined
  /** How archives represent "None" in closed lists (docs/api/archive-format.md §3.3); empty: a `value` without content. */
  readonly archivedNone: readonly ArchiveListValue[]
  /** Collects the data that `choose` needs. */
  collectNeeds?(input: string, field: Field, into: WriteNeeds): void
  /** Returns the id of the chosen value; undefined when the caller may not choose it (docs/api/field-values.md §7). */
  choose(input: string, bind: B, choice: ChoiceContext): number | undefined
  /** Values of a new artifact without input for this field (docs/api/field-values.md §16). */
  initialValues(bind: B): readonly number[]
}

interface ChoiceContext {
  readonly field: Field
  /** Current values: they may stay, even when the list no longer offers them. */
  readonly current: readonly number[]
  readonly context: WriteContext
}

interface PresentedValue {
  /** item of `values` */
  readonly value: object
  /** item of `bind_value_ids` */
  readonly id: number | string
  readonly label: string
}
