import type { Static } from 'typebox'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'

export const ReservedProjectRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    upload_href: Type.String({ description: 'URL to which the archive is uploaded with tus within four hours' }),
  },
  { title: 'ReservedProject', additionalProperties: false },
)

export interface ReservedProject {
  readonly id: ProjectId
  readonly uploadHref: string
}

/** Serializes the response to `from_archive` (docs/api/projects.md §5). */
export const representReservedProject = ({
  id,
  uploadHref,
}: ReservedProject): Static<typeof ReservedProjectRepresentation> => ({
  id,
  uri: `projects/${id}`,
  upload_href: uploadHref,
})
