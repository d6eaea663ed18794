import type { Field } from '../../fields/model/field.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Semantics, Tracker, Transition } from './tracker.ts'

/** A tracker as one caller sees it: built by reads/tracker-view.ts, serialized by representations/tracker.ts. */
export interface TrackerView {
  readonly tracker: Tracker
  readonly project: Project
  /** null when there is none or the caller may not see it */
  readonly parent: { readonly tracker: Tracker; readonly project: Project } | null
  readonly isAdministrator: boolean
  /** Used elements the caller may read, by rank. */
  readonly fields: readonly VisibleField[]
  /** Only those whose fields the caller may read. */
  readonly semantics: Semantics
  /** null when there is none or the caller may not read its field */
  readonly workflow: { readonly transitions: readonly Transition[] } | null
}

export interface VisibleField {
  readonly field: Field
  /** In the order of the API (docs/api/trackers.md §3.4). */
  readonly permissions: readonly ('read' | 'update' | 'create')[]
  /** A field set that the reader has folded away (docs/api/trackers.md §3.4). */
  readonly isCollapsed: boolean
}
