import type { ArtifactId, FieldId, FileId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** A file with its bytes, wherever it is in its life. */
export interface Attachment {
  readonly id: FileId
  readonly name: string
  readonly size: number
  /** As it was sent, verified by nobody. */
  readonly mediaType: string
  readonly submittedBy: UserId | null
  readonly createdOn: EpochSeconds
  /** null: they have not arrived, or an archive brought none */
  readonly blob: string | null
  /** Name in the store of bytes of its small picture; null: not made yet; '': it can have none */
  readonly preview: string | null
  /** null: known when it is attached */
  readonly fieldId: FieldId | null
  /** null: not attached yet */
  readonly artifactId: ArtifactId | null
  readonly state: 'pending' | 'complete' | 'attached' | 'detached'
}

/** What a caller sees around a file. */
export interface AttachmentAccess {
  /** The tracker of its field; before it has one, nothing is hidden. */
  readonly canSeeTracker: boolean
  readonly canSeeArtifact: boolean
  readonly canReadField: boolean
  /** Of one that nobody attached: it may still be. */
  readonly isAttachable: boolean
}
