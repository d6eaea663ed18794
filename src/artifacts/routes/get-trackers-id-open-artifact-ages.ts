import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { countOpenAges } from '../reads/open-ages.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { OpenAgesRepresentation, representOpenAges } from '../representations/open-ages.ts'
import { trackerListParameters } from '../requests/list-parameters.ts'

export const getTrackersIdOpenArtifactAges = defineRoute({
  method: 'GET',
  url: '/trackers/:id/open_artifact_ages',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get the numbers of open artifacts of a tracker that the caller sees by the days since their submission.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    query: trackerListParameters.query,
    expert_query: trackerListParameters.expert_query,
  }),
  answers: { 200: OpenAgesRepresentation },
  async answer({ params, query: { query, expert_query: expertQuery }, ...viewer }, world) {
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const now = world.clock.now()
    const where = await resolveCondition(world, { ...viewer, now }, tracker, { query, expertQuery, body: undefined })
    return { body: representOpenAges(await countOpenAges(world, viewer, tracker, { where, now }), now, viewer) }
  },
})
