import type { FieldId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { buildFileSearchText } from '../model/search-text.ts'

export interface FileDescription {
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
  readonly submittedBy: UserId | null
  readonly createdOn: EpochSeconds
  /** null: its bytes follow */
  readonly blob: string | null
  /** null: for any field */
  readonly fieldId: FieldId | null
}

/** Returns the columns that describe a file, without its id, artifact and status. */
export const toFileColumns = (file: FileDescription) => ({
  name: file.name,
  size: file.size,
  media_type: file.mediaType,
  description: file.description,
  submitted_by: file.submittedBy,
  created_on: file.createdOn,
  blob: file.blob,
  field_id: file.fieldId,
  search_text: buildFileSearchText(file),
})
