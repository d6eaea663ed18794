import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchiveReading } from '../archive-reading.ts'
import type { ArchiveWriting, WrittenValue } from '../archive-writing.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Describing } from '../describing.ts'
import type { Bind, Field } from '../field.ts'
import type { Bindings } from '../field-type.ts'
import type { Presenting } from '../presenting.ts'
import type { Accepting, WritingNeeds } from '../writing.ts'

/** A source of list values (docs/api/trackers.md §5.3): what lists of all types share. */
export interface BindKind<B extends Bind = Bind> {
  /** `values` of the field. */
  values(bind: B, field: Field, context: Describing): readonly unknown[]
  /** `values` of an open list, where people may type as well. */
  openListValues(bind: B, field: Field, context: Describing): readonly unknown[]
  /** `bindings.list` of the field. */
  sources(bind: B, context: Describing): Bindings['list']
  /** `default_value` of the field. */
  defaults(bind: B, context: Describing): readonly unknown[]
  /** Stored ids that still exist, as items of `values` and `bind_value_ids`. */
  present(chosen: readonly number[], bind: B, context: Presenting): readonly PresentedValue[]
  /** What stands for "None"; nothing for most (docs/api/field-values.md §7). */
  presentNone(context: Presenting): readonly PresentedValue[]
  dependencies(chosen: readonly number[], into: Dependencies): void
  /**
   * A `value` of an archive (docs/api/archive-format.md §3.3): 'none' for "None", undefined when nothing is known of
   * it.
   */
  read(value: XmlElement, bind: B, context: ArchiveReading): number | 'none' | undefined
  /** The same the other way; undefined when the value is no more. */
  write(id: number, bind: B, context: ArchiveWriting): WrittenValue | undefined
  /** Notes what `choose` will ask for. */
  needs?(said: string, field: Field, into: WritingNeeds): void
  /**
   * The value that somebody chooses by this id; undefined when it is not his to choose (docs/api/field-values.md §7).
   */
  choose(said: string, bind: B, choosing: Choosing): number | undefined
  /** Values of a new artifact for which nothing was sent (docs/api/field-values.md §16). */
  initial(bind: B): readonly number[]
}

export interface Choosing {
  readonly field: Field
  /** What is chosen now: it may stay, even where it is no longer offered. */
  readonly chosen: readonly number[]
  readonly context: Accepting
}

export interface PresentedValue {
  /** item of `values` */
  readonly value: object
  /** item of `bind_value_ids` */
  readonly id: number | string
  readonly label: string
}
