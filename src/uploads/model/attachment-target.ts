import type { FieldId, ProjectId, UserId } from '../../kit/values/ids.ts'

/** A place for attachments, and the user who attaches. */
export interface AttachmentTarget {
  readonly fieldId: FieldId
  readonly projectId: ProjectId
  readonly userId: UserId
}
