import type { ReactNode } from 'react'
import type { FieldInput } from '../data/artifact-writes.ts'
import type { OpenArtifact } from '../data/artifacts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import type { Field, FieldContext } from './field-context.tsx'

/** What the content of an editor stands for, or why it is no value. */
export type ParsedDraft =
  | {
      readonly isValid: true
      /** As the API takes it. */
      readonly input: FieldInput
      /** As the API would return it: it is shown until it does. */
      readonly newEntry: ValueEntry
    }
  | { readonly isValid: false; readonly message: string }

export interface EditorProps<Draft> {
  readonly field: Field
  readonly draft: Draft
  onDraft(draft: Draft): void
  /** In place of a value: Enter saves and Escape cancels. Otherwise it is part of a form. */
  readonly isInPlace: boolean
  /** Takes the focus when it appears. */
  readonly takesFocus: boolean
  /** Saves, with this draft if one is given. */
  onCommit(draft?: Draft): void
  onCancel(): void
  /** Id of the element that names it. */
  readonly labelId: string
  /** Id of the message about it. */
  readonly errorId: string | undefined
  /** A line that is too long continues on further lines, as in a heading. */
  readonly isWrapped?: boolean
}

/** How values of some field types are edited; they are in files that are loaded when they are needed. */
export interface FieldEditor<Draft> {
  /** `line`: an input in the box of the value; `picker`: a list below it; `block`: an editor with its own buttons. */
  readonly shape: 'line' | 'picker' | 'block'
  /** The state of the editor for a value. Drafts are plain data: they are stored as JSON. */
  toDraft(entry: ValueEntry | null, field: Field): Draft
  parse(draft: Draft, field: Field, context: FieldContext): ParsedDraft
  /** The value for the default of a field (docs/api/trackers.md §3.5); absent: fields of the type have none. */
  fromDefault?(value: unknown, field: Field): ValueEntry | null
  /** The value for texts of a URL: what one would type, labels, names or ids. Absent: they are ignored. */
  fromTexts?(texts: readonly string[], field: Field): ValueEntry | null
  /** The value for a copy of an artifact, null for the default. Absent: the same value. */
  forCopy?(entry: ValueEntry, field: Field): ValueEntry | null
  /** The value of a new child of an artifact; absent: fields of the type name no parent. */
  forChild?(parent: OpenArtifact, field: Field): ValueEntry
  /** A value that was replaced cannot be set again. */
  readonly isIrreversible?: boolean
  /** Whether two values are the same for a user who edits them; derived parts do not count. */
  isSame(a: ValueEntry | null, b: ValueEntry | null): boolean
  Editor(props: EditorProps<Draft>): ReactNode
}

export type AnyFieldEditor = FieldEditor<unknown>

/** Hides the type of the draft, which only the kind itself knows. */
export const defineEditor = <Draft>(kind: FieldEditor<Draft>): AnyFieldEditor => kind
