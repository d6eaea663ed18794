import { mapWithPauses } from '../../kit/event-loop.ts'
import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { findArtifact } from '../reads/find-artifact.ts'
import { historyOf } from '../reads/history.ts'
import { surroundingsOf } from '../reads/surroundings.ts'
import { ChangesetRepresentation, representChangeset } from '../representations/changeset.ts'
import { showing } from '../representations/presenting.ts'

const most = 50

/** docs/api/artifacts.md §3.2, docs/decisions/0005-filter-changesets-before-paging.md. */
export const getArtifactsIdChangesets = route({
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
    ...pageParameters({ default: 10, max: most }),
  }),
  answers: { 200: Type.Array(ChangesetRepresentation) },
  async answer({ params, query: { fields, order, ...page }, ...viewer }, world) {
    const artifact = await findArtifact(world, viewer.caller, params.id)
    const { moments, size } = await historyOf(world, viewer.caller, artifact, { fields, order, page })
    const comments = moments.flatMap(({ comment }) => comment ?? [])
    const withValues = fields === 'all'
    const surroundings = await surroundingsOf(
      world,
      viewer.caller,
      moments.map((moment) => moment.artifact),
      withValues ? 'values' : 'summary',
      {
        users: comments.flatMap(({ submittedBy }) => submittedBy ?? []),
        groups: comments.flatMap(({ groups }) => groups ?? []),
        texts: comments.map(({ body, format }) => ({ content: body, format })),
      },
    )
    const show = showing(viewer, surroundings)
    const body = await mapWithPauses(moments, ({ changeset, comment, artifact: state }) =>
      show([state]).map((shown) => representChangeset({ changeset, comment, shown }, withValues)),
    )
    return { body: body.flat(), page: { ...page, size, max: most } }
  },
})
