import type { ArtifactId, FieldId, FileId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** An uploaded or attached file. */
export interface Attachment {
  readonly id: FileId
  readonly name: string
  readonly size: number
  /** As sent by the client; not verified. */
  readonly mediaType: string
  readonly submittedBy: UserId | null
  readonly createdOn: EpochSeconds
  /** null: the bytes have not arrived, or were missing in an archive */
  readonly blob: string | null
  /** Storage key of its preview; null: not generated yet; '': no preview possible */
  readonly preview: string | null
  /** null: set when it is attached */
  readonly fieldId: FieldId | null
  /** null: not attached yet */
  readonly artifactId: ArtifactId | null
  readonly status: 'pending' | 'complete' | 'attached' | 'detached'
}

/** Access of a caller to the artifact and field of a file. */
export interface AttachmentAccess {
  /** The tracker of its field; true while the file has no field. */
  readonly canSeeTracker: boolean
  readonly canSeeArtifact: boolean
  readonly canReadField: boolean
  /** Whether an unattached file may still be attached. */
  readonly isAttachable: boolean
}
