import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { Field, Layout, View } from '../view.ts'

/** What each chart of a tracker gets. */
export interface ChartProps {
  readonly tracker: TrackerRepresentation
  /** The field whose values are counted. */
  readonly field: Field
  readonly view: View
  readonly where: string
  readonly interval: Layout['interval']
  /** Takes the number of artifacts; null: it is not known. */
  readonly onTotal: (total: number | null) => void
  /** Shown instead of a chart without artifacts. */
  readonly empty: ReactNode
}
