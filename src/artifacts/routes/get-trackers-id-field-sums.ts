import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { sumFields } from '../reads/field-sums.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { FieldSumRepresentation, representFieldSum } from '../representations/field-sum.ts'

export const getTrackersIdFieldSums = defineRoute({
  method: 'GET',
  url: '/trackers/:id/field_sums',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Add up the numbers of each integer and float field over the artifacts of a tracker that the caller sees.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    query: Type.String({
      description: 'JSON of criteria by field name, as for `GET /trackers/{id}/artifacts`.',
      default: '',
    }),
    expert_query: Type.String({ description: 'Query in the query language.', default: '' }),
  }),
  answers: {
    200: Type.Array(FieldSumRepresentation, {
      description: 'The fields that the caller can read, in the order of the form.',
    }),
  },
  async answer({ params, query: { query, expert_query: expertQuery }, ...viewer }, world) {
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const queryContext = { ...viewer, now: world.clock.now() }
    const where = await resolveCondition(world, queryContext, tracker, { query, expertQuery, body: undefined })
    const sums = await sumFields(world, viewer.caller, tracker, where)
    return { body: sums.map(representFieldSum) }
  },
})
