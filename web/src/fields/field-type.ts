import type { ReactNode } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import type { AnyFieldEditor } from './editor.ts'
import type { Field } from './field-context.tsx'

/** The entry of a type in `values`. */
export type EntryOf<Type extends ValueEntry['type']> = EntryOfType<ValueEntry, Type>

type EntryOfType<Entry extends ValueEntry, Type> = Entry extends unknown
  ? Type extends Entry['type']
    ? Entry
    : never
  : never

export interface ValueProps<Entry = ValueEntry> {
  readonly entry: Entry
  /** Absent: not known where it is shown. */
  readonly field?: Field | undefined
  /** A part of a change, which shows its user and time. */
  readonly isOfChange?: boolean
}

export interface LineProps<Entry = ValueEntry> extends ValueProps<Entry> {
  readonly field: Field
  /** It is the date that an open artifact is due on. */
  readonly isDue: boolean
}

/** Comparisons of the query language (docs/api/queries.md §2.4). */
export type Comparison = 'text' | 'number' | 'date' | 'list'

/**
 * What the pages do with a field type: one file of `types/` each. Other files look here and never compare the name of a
 * type (tools/check-field-types.mjs). Members are methods, so that a type can narrow its own entry; traits.ts has the
 * usual ones.
 */
export interface FieldType<Entry = ValueEntry> {
  /** An element without values: a field set, a column in it, a text of the form, or a break. Absent: a field. */
  readonly layout?: 'set' | 'column' | 'text' | 'break'

  /** Where it is on the page of an artifact, unless the site sets it. */
  readonly section: 'properties' | 'texts' | 'links' | 'files' | 'references'
  /** The site sets it: below the properties, which users set. */
  readonly isSetBySystem: boolean
  /** The value on the page of an artifact. Not a component: it uses no hooks. Absent: it has no entry in `values`. */
  renderValue?(props: ValueProps<Entry>): ReactNode
  isEmpty(entry: Entry): boolean
  /** Number next to the heading of its section; absent: none. */
  count?(entry: Entry): number
  /** A history shows the differences of its source. Absent: from and to. */
  readonly differences?: { readonly isByLine: boolean; source(entry: { readonly value: unknown }): string }

  /** How a table shows it; `none`: it has no form of one line. */
  readonly column: 'usual' | 'number' | 'none'
  /** The value on one line. Absent: as on the page of an artifact. */
  renderLine?(props: LineProps<Entry>): ReactNode
  /** The value alone does not show what it is of. */
  readonly needsLabel: boolean
  /** Member of every artifact with the same value. */
  readonly artifactMember?: 'id' | 'last_modified_date'
  readonly isSortable: boolean
  /** The sum of all artifacts of a list; absent: it has none. */
  formatSum?(sum: number): string

  /** Absent: queries do not compare it. */
  readonly comparison?: Comparison
  /** Holds the time at which the artifact was created. */
  readonly isSubmissionDate?: boolean
  /** Values of a list: one, several, or several that users can add to. */
  readonly choice?: 'one' | 'several' | 'open'
  /** Texts in which words are searched. */
  readonly text?: 'line' | 'long'
  /** Values that the query bar offers as examples, as texts. */
  readonly queryExamples?: readonly string[]

  /** Absent: read-only. */
  loadEditor?(): Promise<AnyFieldEditor>
  /** The icon of the button that opens the editor. */
  readonly editIcon: 'edit' | 'calendar' | 'chevron-down'
  /** Takes the whole width of a form. */
  readonly isWide: boolean
  /** One value makes sense for several artifacts, and replaces none unseen. */
  readonly isBulkEditable: boolean
}
