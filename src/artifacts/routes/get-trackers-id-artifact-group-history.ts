import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { intervalLengths } from '../model/interval-starts.ts'
import { countGroupHistory } from '../reads/group-history.ts'
import { getHistoryField } from '../reads/grouping-field.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import {
  ArtifactGroupIntervalRepresentation,
  representGroupInterval,
} from '../representations/artifact-group-interval.ts'
import { trackerListParameters } from '../requests/list-parameters.ts'

export const getTrackersIdArtifactGroupHistory = defineRoute({
  method: 'GET',
  url: '/trackers/:id/artifact_group_history',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'List how many artifacts of a tracker that the caller sees had each value of a list field, at the end of each of the last days, weeks or months.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    by: Type.Integer({
      description: 'Id of a list field that holds one value at most, such as a select box, with at most 100 values.',
    }),
    interval: Type.Enum([...intervalLengths], {
      description: 'Weeks begin on Monday. All intervals begin and end at midnight in the time zone of the site.',
      default: 'day',
    }),
    intervals: Type.Integer({
      description: 'Number of intervals. The last one is the current, and ends now.',
      minimum: 1,
      maximum: 366,
      default: 30,
    }),
    query: trackerListParameters.query,
    expert_query: trackerListParameters.expert_query,
  }),
  answers: {
    200: Type.Array(ArtifactGroupIntervalRepresentation, { description: 'The oldest interval first.' }),
  },
  async answer({ params, query: requested, ...viewer }, world) {
    const { by, interval: length, intervals: count, query, expert_query: expertQuery } = requested
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const field = getHistoryField(viewer.caller, tracker, by)
    const now = world.clock.now()
    const where = await resolveCondition(world, { ...viewer, now }, tracker, { query, expertQuery, body: undefined })
    const intervals = await countGroupHistory(world, viewer, tracker, field, { where, now, length, count })
    return { body: intervals.map((each) => representGroupInterval(each, viewer)) }
  },
})
