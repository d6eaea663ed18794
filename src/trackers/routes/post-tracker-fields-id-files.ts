import { buildAttachmentUrl } from '../../fields/representations/attachment-url.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { beginAttachment } from '../commands/begin-attachment.ts'

const Announcement = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  file_size: Type.Integer({ minimum: 0 }),
  file_type: Type.String({ minLength: 1, maxLength: 255 }),
  description: Type.Optional(Type.Union([Type.String({ minLength: 0, maxLength: 4000 }), Type.Null()])),
})

const Answer = Type.Object(
  { id: Type.Integer(), download_href: Type.String(), upload_href: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
)

/** docs/api/attachments.md §2, §6.2. */
export const postTrackerFieldsIdFiles = defineRoute({
  method: 'POST',
  url: '/tracker_fields/:id/files',
  access: 'required',
  scope: 'write:tracker',
  summary:
    'Create an upload for a field of attachments: send its bytes with tus to `upload_href`, then attach its `id` to an artifact.',
  params: Type.Object({ id: Type.Unsafe<FieldId>(Type.Integer()) }),
  body: Announcement,
  bodyName: 'file_post_representation',
  answers: { 200: Answer },
  async answer({ params, body, caller }, world) {
    // Half a surrogate pair can neither be stored nor be part of a URL.
    const name = body.name.toWellFormed()
    const { file_size: size, file_type: mediaType, description } = body
    const id = await beginAttachment(world, caller, params.id, {
      name,
      size,
      mediaType: mediaType.toWellFormed(),
      description: (description ?? '').toWellFormed(),
    })
    const upload = size === 0 ? null : `/uploads/tracker/file/${id}`
    return { body: { id, download_href: buildAttachmentUrl(id, name), upload_href: upload } }
  },
})
