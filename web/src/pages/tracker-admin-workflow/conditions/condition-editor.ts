import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'

interface ConditionEditorProps<Value> {
  readonly value: Value
  readonly tracker: TrackerRepresentation
  readonly onChange: (value: Value) => void
}

/**
 * How a condition of transitions is edited: a file of this directory each, as in src/trackers/conditions. Members are
 * methods, so that each can narrow its value.
 */
export interface ConditionEditor<Value = unknown> {
  /** The member of the API. */
  readonly name: string
  /** New artifacts cannot satisfy it. */
  readonly isForChangesOnly?: true
  render(props: ConditionEditorProps<Value>): ReactNode
}
