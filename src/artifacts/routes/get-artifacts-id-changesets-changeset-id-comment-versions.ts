import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { epochOf } from '../../kit/caches/revision-cache.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getCommentVersions } from '../reads/comment-versions.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { CommentVersionRepresentation, representCommentVersion } from '../representations/comment.ts'
import { createRenderContexts } from '../representations/render-context.ts'

const maxLimit = 50

/** Tulipwood extension: docs/decisions/0047-edit-comments.md. */
export const getArtifactsIdChangesetsChangesetIdCommentVersions = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/changesets/:changeset_id/comment_versions',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the versions of a comment, the newest first, for its author and tracker administrators.',
  params: Type.Object({
    id: Type.Unsafe<ArtifactId>(Type.Integer()),
    changeset_id: Type.Unsafe<ChangesetId>(Type.Integer({ description: 'Id of the changeset with the comment.' })),
  }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: { 200: Type.Array(CommentVersionRepresentation) },
  async answer({ params, query, ...viewer }, world) {
    const { artifact, versions } = await getCommentVersions(world, viewer.caller, params.id, params.changeset_id)
    const { items: shownVersions, page } = slicePage(versions, query, maxLimit)
    const related = await loadRelatedData(world, viewer.caller, [artifact], 'summary', {
      users: shownVersions.flatMap(({ submittedBy }) => submittedBy ?? []),
      groups: shownVersions.flatMap(({ groups }) => groups ?? []),
      texts: shownVersions.map(({ body, format }) => ({ content: body, format })),
    })
    const [context] = createRenderContexts(viewer, related)([artifact])
    const epoch = epochOf(viewer.revisionKey)
    return {
      body:
        context === undefined
          ? []
          : await mapWithPauses(shownVersions, (version) =>
              representCommentVersion(version, context.presenting, epoch),
            ),
      page,
    }
  },
})
