import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { ProjectExport } from '../model/export.ts'

export const ExportRepresentation = Type.Object(
  {
    id: Type.Integer(),
    status: Type.Union([
      Type.Literal('pending'),
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
    ]),
    uri: Type.String(),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'bytes of the archive once it is done' }),
    created_on: Type.String({ format: 'date-time' }),
  },
  { title: 'ProjectExport', additionalProperties: false },
)

/** Our extension. */
export const representExport = (
  { id, status, size, createdOn }: ProjectExport,
  timezone: string,
): Static<typeof ExportRepresentation> => ({
  id,
  status,
  uri: `project_exports/${id}`,
  size,
  created_on: formatIsoDate(createdOn, timezone),
})
