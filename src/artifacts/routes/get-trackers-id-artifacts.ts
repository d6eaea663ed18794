import type { Static } from 'typebox'
import { defineRoute } from '../../http/declarations/route.ts'
import { decodeCursor, encodeCursor, formatNextLink } from '../../http/requests/cursor.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { toCanonicalJson } from '../../http/responses/canonical-json.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { loadCursorPage } from '../reads/cursor-page.ts'
import { getGroupSortKey, resolveGrouping } from '../reads/resolve-grouping.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { resolveSort, toSorting } from '../reads/resolve-sort.ts'
import { loadTrackerArtifacts } from '../reads/tracker-artifacts.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import {
  idsParameter,
  intervalParameter,
  listParameters,
  parseIncludedListNames,
  requireValues,
  restrictToIds,
  sortParameter,
  trackerListParameters,
} from '../requests/list-parameters.ts'
import { parseFields } from '../requests/parse-fields.ts'
import { type RequestViewer, renderArtifacts } from '../responses/artifact-cache.ts'
import { addListMembers } from '../responses/included-list-members.ts'

const maxLimit = 1000

const Query = Type.Object({
  ...trackerListParameters,
  sort: sortParameter,
  by: Type.Optional(
    Type.String({
      description:
        'Tulipwood extension: the artifacts are in the order of their groups, as `by` of `GET /trackers/{id}/artifact_groups` has them; `sort`, ORDER BY and `order` are those of each group. A list field holds one value at most. Not with `cursor`.',
    }),
  ),
  interval: intervalParameter,
  ids: idsParameter,
  ...listParameters,
  ...buildPageParameters({ default: 100, max: maxLimit }),
  cursor: Type.Optional(
    Type.String({
      description:
        'Tulipwood extension, instead of `offset`: the value in the `Link` header of the previous page, for the same query. Concurrent writes neither skip nor repeat artifacts, and the last page is as quick as the first. Not with ORDER BY.',
    }),
  ),
})

/**
 * docs/api/queries.md §1; in addition, pages are full and their size counts what the caller sees. Cursors: decision 23.
 */
export const getTrackersIdArtifacts = defineRoute({
  method: 'GET',
  url: '/trackers/:id/artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the artifacts of a tracker by id; `values=all` includes their values.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Query,
  body: Type.Optional(Type.Unknown({ description: 'A filter, as `query` has it.' })),
  answers: { 200: Type.Array(ArtifactRepresentation) },
  async answer({ params, query: requested, body, ...viewer }, world) {
    const { values, order, limit } = requested
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const names = parseIncludedListNames(requested.include)
    requireValues(requested.fields, values === 'all')
    const fields = parseFields(requested.fields, [filterReadableFields(viewer.caller, tracker)])
    const question = toCanonicalJson([tracker.id, order, requested.query, requested.expert_query, requested.ids, body])
    const { versions, size, offset, hasMore } = await loadPage(world, viewer, tracker, requested, body, question)
    const bodies = await renderArtifacts(world, viewer, versions, values === 'all' ? 'collection' : 'none', fields)
    const last = versions.at(-1)
    const page = { limit, offset, size, max: maxLimit }
    const json = await addListMembers(world, viewer, versions, bodies, names)
    if (last === undefined || !hasMore) return { json, page }
    const cursor = encodeCursor({ after: last.id, passed: offset + versions.length }, question)
    const address = `${viewer.origin}/api/v1/trackers/${tracker.id}/artifacts`
    const { query, expert_query, ids, fields: fieldNames, include } = requested
    const parameters = { values, query, expert_query, order, ids, fields: fieldNames, include, limit }
    return { json, page, headers: { Link: formatNextLink(address, parameters, cursor) } }
  },
})

interface ResultPage {
  readonly versions: ArtifactVersion[]
  readonly size: number
  /** Number of artifacts before the page. */
  readonly offset: number
  /** Whether there is a cursor to a next page. */
  readonly hasMore: boolean
}

async function loadPage(
  world: World,
  viewer: RequestViewer,
  tracker: Tracker,
  requested: Static<typeof Query>,
  body: unknown,
  question: string,
): Promise<ResultPage> {
  const { query, expert_query: expertQuery, order, limit, offset, cursor } = requested
  const queryContext = { ...viewer, now: world.clock.now() }
  const queryInput = { query, expertQuery, body }
  const where = restrictToIds(await resolveCondition(world, queryContext, tracker, queryInput), requested.ids)
  const isSorted = requested.sort.trim() !== ''
  const orderInGroups = await resolveSort(world, queryContext, tracker, queryInput, requested)
  const { by, interval } = requested
  const groupKeys =
    by === undefined ? [] : [getGroupSortKey(await resolveGrouping(world, viewer, tracker, { by, interval }, where))]
  const orderBy = [...groupKeys, ...orderInGroups]
  if (cursor === undefined) {
    const page = { limit, offset }
    const result = await loadTrackerArtifacts(world, viewer.caller, tracker, {
      where,
      ...toSorting(orderBy, order),
      page,
    })
    return { ...result, offset, hasMore: !isSorted && orderBy.length === 0 && offset + limit < result.size }
  }
  if (offset > 0) throw new Refusal('invalid', '`cursor` and `offset` are mutually exclusive.')
  // Such queries get no cursor.
  if (by !== undefined) throw new Refusal('invalid', '`cursor` cannot be combined with `by`.')
  if (isSorted) throw new Refusal('invalid', '`cursor` cannot be combined with `sort`.')
  if (orderBy.length > 0) throw new Refusal('invalid', '`cursor` cannot be combined with ORDER BY.')
  const { after, passed } = decodeCursor(cursor, question)
  // The id of a cursor that this server issued.
  const page = await loadCursorPage(world, viewer.caller, tracker, { where, order, limit, after: after as ArtifactId })
  return { ...page, offset: passed }
}
