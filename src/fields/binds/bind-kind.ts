import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchiveReadContext } from '../archive-read-context.ts'
import type { ArchiveListValue, ArchiveWriteContext } from '../archive-write-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { DescribeContext } from '../describe-context.ts'
import type { Bind, Field } from '../field.ts'
import type { Bindings } from '../field-type.ts'
import type { PresentContext } from '../present-context.ts'
import type { WriteContext, WriteNeeds } from '../write-context.ts'

/** A source of list values (docs/api/trackers.md §5.3): what lists of all types share. */
export interface BindKind<B extends Bind = Bind> {
  /** `values` of the field. */
  describeValues(bind: B, field: Field, context: DescribeContext): readonly unknown[]
  /** `values` of an open list, where people may type as well. */
  describeOpenListValues(bind: B, field: Field, context: DescribeContext): readonly unknown[]
  /** `bindings.list` of the field. */
  describeSources(bind: B, context: DescribeContext): Bindings['list']
  /** `default_value` of the field. */
  describeDefaults(bind: B, context: DescribeContext): readonly unknown[]
  /** Stored ids that still exist, as items of `values` and `bind_value_ids`. */
  present(chosen: readonly number[], bind: B, context: PresentContext): readonly PresentedValue[]
  /** What stands for "None"; nothing for most (docs/api/field-values.md §7). */
  presentNone(context: PresentContext): readonly PresentedValue[]
  collectDependencies(chosen: readonly number[], into: Dependencies): void
  /**
   * A `value` of an archive (docs/api/archive-format.md §3.3): 'none' for "None", undefined when nothing is known of
   * it.
   */
  read(value: XmlElement, bind: B, context: ArchiveReadContext): number | 'none' | undefined
  /** The same the other way; undefined when the value is no more. */
  write(id: number, bind: B, context: ArchiveWriteContext): ArchiveListValue | undefined
  /** Notes what `choose` will ask for. */
  collectNeeds?(said: string, field: Field, into: WriteNeeds): void
  /**
   * The value that somebody chooses by this id; undefined when it is not his to choose (docs/api/field-values.md §7).
   */
  choose(said: string, bind: B, choosing: ChoiceContext): number | undefined
  /** Values of a new artifact for which nothing was sent (docs/api/field-values.md §16). */
  initialValues(bind: B): readonly number[]
}

export interface ChoiceContext {
  readonly field: Field
  /** What is chosen now: it may stay, even where it is no longer offered. */
  readonly current: readonly number[]
  readonly context: WriteContext
}

export interface PresentedValue {
  /** item of `values` */
  readonly value: object
  /** item of `bind_value_ids` */
  readonly id: number | string
  readonly label: string
}
