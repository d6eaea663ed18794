import { defineRoute } from '../../http/declarations/route.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeComment } from '../commands/change-comment.ts'

/** Tulipwood extension: docs/decisions/0047-edit-comments.md. */
export const deleteArtifactsIdChangesetsChangesetIdComment = defineRoute({
  method: 'DELETE',
  url: '/artifacts/:id/changesets/:changeset_id/comment',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['If-Match', 'If-None-Match'],
  summary: 'Delete a comment, for its author and tracker administrators. Its versions remain readable for them.',
  params: Type.Object({
    id: Type.Unsafe<ArtifactId>(Type.Integer()),
    changeset_id: Type.Unsafe<ChangesetId>(Type.Integer({ description: 'Id of the changeset with the comment.' })),
  }),
  answers: { 200: null },
  async answer({ params, headers, caller }, world) {
    await changeComment(world, caller, {
      artifactId: params.id,
      changesetId: params.changeset_id,
      input: null,
      precondition: parsePreconditions(headers),
    })
    return {}
  },
})
