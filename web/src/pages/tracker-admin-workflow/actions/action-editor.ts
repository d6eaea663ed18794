import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { Action } from '../../../data/transitions.ts'

export interface ActionEditorProps {
  readonly action: Action
  readonly tracker: TrackerRepresentation
  /** All actions of the transition except this one. */
  readonly others: readonly Action[]
  /** Begins the names of its controls. */
  readonly name: string
  readonly onChange: (action: Action) => void
}

/** How an action of transitions is edited: one for each type of src/trackers/actions that users can add. */
export interface ActionEditor {
  readonly id: string
  readonly title: string
  readonly isFor: (action: Action) => boolean
  /** It needs the simple mode. */
  readonly isSimpleOnly?: true
  /** A new one; undefined: the tracker has nothing for it, or the transition has it already. */
  readonly create: (tracker: TrackerRepresentation, present: readonly Action[]) => Action | undefined
  /** Not a component: it uses no hooks. */
  readonly render: (props: ActionEditorProps) => ReactNode
  /** On one line. */
  readonly describe: (action: Action, tracker: TrackerRepresentation) => string
}
