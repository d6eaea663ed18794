import type { FieldId, ProjectId, UserId } from '../../kit/ids.ts'

/** Where files may be attached, and by whom. */
export interface AttachmentTarget {
  readonly fieldId: FieldId
  readonly projectId: ProjectId
  readonly userId: UserId
}
