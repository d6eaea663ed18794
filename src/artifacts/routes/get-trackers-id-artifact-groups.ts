import { holdsOpenChoices } from '../../fields/registry/capabilities.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import { type ArtifactGroup, type ArtifactGroupsQuery, loadArtifactGroups } from '../reads/artifact-groups.ts'
import { sumFieldsByGroup } from '../reads/group-sums.ts'
import { type KeyedGroup, loadKeyedGroups } from '../reads/keyed-groups.ts'
import { getLaneField, loadLaneGroups } from '../reads/lane-groups.ts'
import { loadOpenGroups } from '../reads/open-groups.ts'
import { type Grouping, resolveGrouping } from '../reads/resolve-grouping.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { resolveSort, toSorting } from '../reads/resolve-sort.ts'
import { ArtifactGroupRepresentation } from '../representations/artifact-group.ts'
import {
  intervalParameter,
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
    'List the artifacts of a tracker that the caller sees by the values of a list field, by days, weeks or months of a date, or by their parents, with the size of each group.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    by: Type.String({
      description:
        'Id of a list field with at most 100 values, such as a select box or checkboxes: an artifact with several values is in the group of each. Of an open list the values that users added follow, by label. Or a date: id of a date field, `submitted_on` or `last_update_date`; `-` before it returns the newest group first. Or `parent`.',
    }),
    interval: intervalParameter,
    lanes: Type.Optional(
      Type.Integer({
        description:
          'Id of another list field, for the lanes of a board: the groups are those of each of its values that has artifacts, with their `lane_value_id`. Both lists hold one value at most, and the lanes have at most 400 groups together. Not with `sums` or `total_limit`.',
      }),
    ),
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
          'Number of artifacts of all groups: the first ones in the order of the groups, but at least one of each value of a list.',
        minimum: 1,
      }),
    ),
    sums: Type.Boolean({ description: 'Whether each group has the sums of the number fields.', default: false }),
  }),
  answers: {
    200: Type.Array(ArtifactGroupRepresentation, {
      description:
        'In the order of the values or dates, the newest parent first; the artifacts without any are last, those without a value with the `value_id` 100.',
    }),
  },
  async answer({ params, query: requested, ...viewer }, world) {
    const { values, order, limit, total_limit: totalLimit, query, expert_query: expertQuery } = requested
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const names = parseIncludedListNames(requested.include)
    requireValues(requested.fields, values === 'all')
    const fields = parseFields(requested.fields, [filterReadableFields(viewer.caller, tracker)])
    const queryContext = { ...viewer, now: world.clock.now() }
    const queryInput = { query, expertQuery, body: undefined }
    const where = await resolveCondition(world, queryContext, tracker, queryInput)
    const orderBy = await resolveSort(world, queryContext, tracker, queryInput, requested)
    const groupsQuery = { where, ...toSorting(orderBy, order), limit, totalLimit }
    const grouping = await resolveGrouping(world, viewer, tracker, requested, where)
    const form = values === 'all' ? 'collection' : 'none'
    if (requested.lanes !== undefined) {
      if (grouping.kind !== 'list' || requested.sums || totalLimit !== undefined)
        throw new Refusal(
          'invalid',
          '`lanes` needs a list in `by`, and cannot be combined with `sums` or `total_limit`.',
        )
      const { field } = grouping
      const lanes = getLaneField(viewer.caller, tracker, field, requested.lanes)
      const cells = await loadLaneGroups(world, viewer.caller, tracker, { ...groupsQuery, field, lanes })
      return { json: await renderArtifactGroups(world, viewer, cells, { form, fields, names, sumsOf: undefined }) }
    }
    const [groups, sumsOf] = await Promise.all([
      loadGroups(world, viewer, tracker, grouping, groupsQuery),
      requested.sums ? sumFieldsByGroup(world, viewer.caller, tracker, grouping, where) : undefined,
    ])
    return { json: await renderArtifactGroups(world, viewer, groups, { form, fields, names, sumsOf }) }
  },
})

type Groups = readonly (ArtifactGroup | KeyedGroup)[]

function loadGroups(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  viewer: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  grouping: Grouping,
  query: ArtifactGroupsQuery,
): Promise<Groups> {
  if (grouping.kind === 'key') return loadKeyedGroups(world, viewer, tracker, grouping, query)
  const load = holdsOpenChoices(grouping.field) ? loadOpenGroups : loadArtifactGroups
  return load(world, viewer.caller, tracker, grouping.field, query)
}
