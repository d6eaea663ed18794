import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { loadArtifactGroups } from '../reads/artifact-groups.ts'
import { sumFieldsByValue } from '../reads/field-sums.ts'
import { getGroupingField } from '../reads/grouping-field.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { resolveSort, toSorting } from '../reads/resolve-sort.ts'
import { ArtifactGroupRepresentation } from '../representations/artifact-group.ts'
import {
  listParameters,
  parseIncludedListNames,
  requireValues,
  sortParameter,
  trackerListParameters,
} from '../requests/list-parameters.ts'
import { parseFields } from '../requests/parse-fields.ts'
import { renderArtifactGroups } from '../responses/artifact-groups.ts'

const maxLimit = 50

export const getTrackersIdArtifactGroups = defineRoute({
  method: 'GET',
  url: '/trackers/:id/artifact_groups',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'List the artifacts of a tracker that the caller sees by the values of a list field, with the size of each group.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    by: Type.Integer({
      description:
        'Id of a list field with at most 100 values, such as a select box or checkboxes. An artifact with several values is in the group of each.',
    }),
    ...trackerListParameters,
    sort: sortParameter,
    ...listParameters,
    limit: Type.Integer({
      description: `Number of artifacts of each group, at most ${maxLimit}. \`GET /trackers/{id}/artifacts\` returns the others.`,
      minimum: 1,
      maximum: maxLimit,
      default: 30,
    }),
    total_limit: Type.Optional(
      Type.Integer({
        description:
          'Number of artifacts of all groups: the first ones in the order of the groups, but at least one of each group.',
        minimum: 1,
      }),
    ),
    sums: Type.Boolean({ description: 'Whether each group has the sums of the number fields.', default: false }),
  }),
  answers: {
    200: Type.Array(ArtifactGroupRepresentation, {
      description: 'In the order of the values; the artifacts without a value are last, with the `value_id` 100.',
    }),
  },
  async answer({ params, query: requested, ...viewer }, world) {
    const { values, order, limit, total_limit: totalLimit, query, expert_query: expertQuery } = requested
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const field = getGroupingField(viewer.caller, tracker, requested.by)
    const names = parseIncludedListNames(requested.include)
    requireValues(requested.fields, values === 'all')
    const fields = parseFields(requested.fields, [filterReadableFields(viewer.caller, tracker)])
    const queryContext = { ...viewer, now: world.clock.now() }
    const queryInput = { query, expertQuery, body: undefined }
    const where = await resolveCondition(world, queryContext, tracker, queryInput)
    const orderBy = await resolveSort(world, queryContext, tracker, queryInput, requested)
    const groupsQuery = { where, ...toSorting(orderBy, order), limit, totalLimit }
    const [groups, sumsOf] = await Promise.all([
      loadArtifactGroups(world, viewer.caller, tracker, field, groupsQuery),
      requested.sums ? sumFieldsByValue(world, viewer.caller, tracker, field, where) : undefined,
    ])
    const form = values === 'all' ? 'collection' : 'none'
    return { json: await renderArtifactGroups(world, viewer, groups, { form, fields, names, sumsOf }) }
  },
})
