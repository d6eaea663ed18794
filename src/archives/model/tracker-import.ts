import type { Message } from '../../kit/messages/message.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

/** Names of a tracker, those of its document or of the request. */
export interface TrackerNames {
  readonly name: string
  readonly itemName: string
  readonly color: string
}

/** A problem or remark about the document of a tracker. */
export interface TrackerFinding {
  readonly code: string
  /** null: about the document as a whole */
  readonly line: number | null
  readonly text: Message
  readonly count: number
}

/** Result of the import of a document. */
export interface ImportedTracker extends TrackerNames {
  /** null: only checked */
  readonly tracker: TrackerId | null
  readonly remarks: readonly TrackerFinding[]
  readonly ignored: readonly string[]
}
