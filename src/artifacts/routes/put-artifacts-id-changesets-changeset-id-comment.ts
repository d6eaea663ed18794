import { defineRoute } from '../../http/declarations/route.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import { epochOf } from '../../kit/caches/revision-cache.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeComment } from '../commands/change-comment.ts'
import { buildCommentTag } from '../model/comment-tag.ts'
import { CommentEdit } from '../representations/comment-input.ts'

/** Tulipwood extension: docs/decisions/0047-edit-comments.md. */
export const putArtifactsIdChangesetsChangesetIdComment = defineRoute({
  method: 'PUT',
  url: '/artifacts/:id/changesets/:changeset_id/comment',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['If-Match', 'If-None-Match'],
  summary: 'Update a comment, for its author and tracker administrators. Earlier versions remain readable for them.',
  params: Type.Object({
    id: Type.Unsafe<ArtifactId>(Type.Integer()),
    changeset_id: Type.Unsafe<ChangesetId>(Type.Integer({ description: 'Id of the changeset with the comment.' })),
  }),
  body: CommentEdit,
  answers: { 200: null },
  async answer({ params, body, headers, caller, revisionKey }, world) {
    const id = await changeComment(world, caller, {
      artifactId: params.id,
      changesetId: params.changeset_id,
      input: { format: undefined, ugroups: undefined, ...body },
      precondition: parsePreconditions(headers),
    })
    return { headers: { Etag: buildCommentTag({ id }, epochOf(revisionKey)) } }
  },
})
