import { mapWithPauses } from '../../kit/event-loop.ts'
import { parseNameList } from '../../kit/http/name-list.ts'
import { buildPageParameters } from '../../kit/http/page.ts'
import { defineRoute } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { loadCommentDescriber } from '../included-comment-members.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { loadHistory } from '../reads/history.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { ChangesetRepresentation, includedCommentNames, representChangeset } from '../representations/changeset.ts'
import { createRenderContexts } from '../representations/render-context.ts'

const maxLimit = 50

/** docs/api/artifacts.md §3.2, docs/decisions/0005-filter-changesets-before-paging.md. */
export const getArtifactsIdChangesets = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/changesets',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the changesets of an artifact with values and comments; `order=desc` starts with the newest.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({
    fields: Type.Union([Type.Literal('all'), Type.Literal('comments')], {
      description: '`comments` returns only changesets with a comment.',
      default: 'all',
    }),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'Direction of the sort by date.',
      default: 'asc',
    }),
    include: Type.String({
      description:
        'Tulipwood extension: names of members to add to each comment, separated by commas: `can_update`, `etag`.',
      default: '',
    }),
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: { 200: Type.Array(ChangesetRepresentation) },
  async answer({ params, query: { fields, order, include, ...page }, ...viewer }, world) {
    const names = parseNameList('include', include, includedCommentNames)
    const artifact = await getArtifact(world, viewer.caller, params.id)
    const { entries, size } = await loadHistory(world, viewer.caller, artifact, { fields, order, page })
    const comments = entries.flatMap(({ comment }) => comment ?? [])
    const withValues = fields === 'all'
    const related = await loadRelatedData(
      world,
      viewer.caller,
      entries.map((entry) => entry.artifact),
      withValues ? 'values' : 'summary',
      {
        users: comments.flatMap(({ submittedBy }) => submittedBy ?? []),
        groups: comments.flatMap(({ groups }) => groups ?? []),
        texts: comments.map(({ body, format }) => ({ content: body, format })),
      },
    )
    const describeComment =
      names.size === 0 ? () => ({}) : await loadCommentDescriber(world, viewer.caller, artifact, names)
    const show = createRenderContexts(viewer, related)
    const body = await mapWithPauses(entries, ({ changeset, comment, artifact: state }) =>
      show([state]).map((shown) =>
        representChangeset({ changeset, comment, shown }, withValues, describeComment(comment)),
      ),
    )
    return { body: body.flat(), page: { ...page, size, max: maxLimit } }
  },
})
