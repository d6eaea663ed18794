import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { findTracker } from '../../trackers/reads/find-tracker.ts'
import { trackerArtifacts } from '../reads/tracker-artifacts.ts'
import { renderedArtifacts } from '../rendered-artifacts.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'

const most = 1000

/** Contract 20 §3; better than there: pages are full and their size is what the caller sees. */
export const getTrackersIdArtifacts = route({
  method: 'GET',
  url: '/trackers/:id/artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'Artifacts of a tracker by id; `values=all` tells their values.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    values: Type.Union([Type.Literal(''), Type.Literal('all')], { default: '' }),
    query: Type.String({ default: '' }),
    expert_query: Type.String({ default: '' }),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'asc' }),
    ...pageParameters({ default: 100, max: most }),
  }),
  body: Type.Object({}, { additionalProperties: true }),
  answers: { 200: Type.Array(ArtifactRepresentation) },
  async answer({ params, query: asked, body, ...viewer }, world) {
    const { values, query, expert_query, order, ...page } = asked
    const { tracker } = await findTracker(world, viewer.caller, params.id)
    assertUnfiltered(query, expert_query, body)
    const { glances, size } = await trackerArtifacts(world, viewer.caller, tracker, { order, page })
    const bodies = await renderedArtifacts(world, viewer, glances, values === 'all' ? 'collection' : 'none')
    return { json: glances.flatMap(({ id }) => bodies.get(id)?.text ?? []), page: { ...page, size, max: most } }
  },
})

/** A filter that is not understood must never look like one that found everything. */
function assertUnfiltered(query: string, expertQuery: string, body: object): void {
  const isFilter = (query !== '' && query !== '{}') || expertQuery !== '' || Object.keys(body).length > 0
  if (isFilter) throw new Refusal('invalid', 'Filtering artifacts is not available yet')
}
