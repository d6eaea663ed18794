import { Type } from '../../kit/values/schema.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'

/** FILEINFO of docs/api/attachments.md §6.4. */
export const TemporaryFileRepresentation = Type.Object(
  {
    id: Type.Integer(),
    submitted_by: Type.Integer(),
    description: Type.String(),
    name: Type.String(),
    size: Type.Integer(),
    type: Type.String(),
    html_url: Type.Null(),
    html_preview_url: Type.Null(),
    uri: Type.String(),
  },
  { title: 'TemporaryFile', additionalProperties: false },
)

export const representTemporaryFile = ({ id, submittedBy, description, name, size, mediaType }: TemporaryFile) => ({
  id,
  submitted_by: submittedBy,
  description,
  name,
  size,
  type: mediaType,
  html_url: null,
  html_preview_url: null,
  uri: `artifact_files/${id}`,
})
