import type { Reader } from '../../database/db/db.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { Attachment } from '../model/attachment.ts'

const attachmentAt = prepareStatement((db: Reader, { value }: Slots<{ id: FileId }>) =>
  db
    .selectFrom('file')
    .select([
      'id',
      'name',
      'size',
      'media_type as mediaType',
      'submitted_by as submittedBy',
      'created_on as createdOn',
      'blob',
      'preview',
      'field_id as fieldId',
      'artifact_id as artifactId',
      'status',
    ])
    .where('id', '=', value('id')),
)

export async function findAttachment(db: Reader, id: FileId): Promise<Attachment | undefined> {
  const [row] = await attachmentAt(db, { id })
  // The column is only written from the union of states.
  return row && { ...row, status: row.status as Attachment['status'] }
}
