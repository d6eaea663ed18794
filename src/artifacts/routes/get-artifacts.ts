import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findAcrossTrackers } from '../reads/cross-tracker-artifacts.ts'
import { filterVisibleArtifacts } from '../reads/visible-artifacts.ts'
import { loadVisibleTrackers } from '../reads/visible-trackers.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { listParameters, parseIncludedListNames, requireValues } from '../requests/list-parameters.ts'
import { parseFields } from '../requests/parse-fields.ts'
import { type RequestViewer, renderArtifacts } from '../responses/artifact-cache.ts'
import { addListMembers } from '../responses/included-list-members.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'

const maxLimit = 100

/**
 * docs/api/artifacts.md §3.1; in addition, pages are full, in the requested order, and their size counts what the
 * caller sees. Tulipwood extension: a query across all trackers
 * (docs/decisions/0026-compile-cross-tracker-queries-per-tracker.md).
 */
export const getArtifacts = defineRoute({
  method: 'GET',
  url: '/artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary:
    'List artifacts by their ids (`query` is `{"id": [12, 13]}`), or those that `expert_query` finds across trackers. Artifacts that the caller cannot see are omitted.',
  query: Type.Object({
    query: Type.String({ description: 'JSON with the ids of artifacts: `{"id": [12, 13]}`.', default: '' }),
    expert_query: Type.String({ description: 'Query in the query language, across trackers.', default: '' }),
    values: Type.Union([Type.Literal(''), Type.Literal('all')], {
      default: '',
      description:
        'Whether artifacts found by `expert_query` include their values; artifacts requested by id always do.',
    }),
    ...listParameters,
    ...buildPageParameters({ default: maxLimit, max: maxLimit }),
  }),
  answers: { 200: Type.Object({ collection: Type.Array(ArtifactRepresentation) }, { additionalProperties: false }) },
  async answer({ query: { query, expert_query, values, fields: fieldNames, include, ...page }, ...viewer }, world) {
    const names = parseIncludedListNames(include)
    const isQuery = expert_query.trim() !== ''
    const form = isQuery ? (values === 'all' ? 'collection' : 'none') : 'all'
    requireValues(fieldNames, form !== 'none')
    const { versions, size } = isQuery
      ? await findByQuery(world, viewer, { query, expert_query }, page)
      : await findByIds(world, viewer, query, page)
    const trackers = fieldNames === '' ? [] : versions.map(({ trackerId }) => trackerId)
    const visibleTrackers = await loadVisibleTrackers(world, viewer.caller, trackers)
    const readable = [...visibleTrackers.values()].map((each) => each.readable)
    const bodies = await renderArtifacts(world, viewer, versions, form, parseFields(fieldNames, readable))
    const json = await addListMembers(world, viewer, versions, bodies, names)
    return { json, jsonMember: 'collection', page: { ...page, size, max: maxLimit } }
  },
})

interface FoundPage {
  readonly versions: readonly ArtifactVersion[]
  readonly size: number
}

async function findByQuery(
  world: World,
  viewer: RequestViewer,
  { query, expert_query }: { readonly query: string; readonly expert_query: string },
  page: Page,
): Promise<FoundPage> {
  if (query !== '') throw new Refusal('invalid', '`query` and `expert_query` are mutually exclusive.')
  return findAcrossTrackers(world, { ...viewer, now: world.clock.now() }, expert_query, page)
}

async function findByIds(world: World, { caller }: RequestViewer, query: string, page: Page): Promise<FoundPage> {
  if (query === '') throw new Refusal('invalid', '`query` is required.')
  const visible = await filterVisibleArtifacts(world, caller, await loadArtifactVersions(world.db.read, idsIn(query)))
  return { versions: visible.slice(page.offset, page.offset + page.limit), size: visible.length }
}

function idsIn(query: string): ArtifactId[] {
  const parsed = parseJsonParameter(query)
  const input = typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : null
  if (input === null || input === undefined) throw new Refusal('invalid', 'Missing id entry in the query parameter')
  if (Object.keys(parsed as object).length > 1) throw new Refusal('invalid', 'You can only search on "id"')
  const ids = Array.isArray(input) ? input.map(idOf) : []
  if (!Array.isArray(input) || !ids.every((id) => id !== undefined)) {
    throw new Refusal('invalid', 'id must be an array of int')
  }
  // Ids out of range belong to no artifact, and databases reject them.
  const safeIds = ids.filter((id): id is ArtifactId => Number.isSafeInteger(id))
  const repeated = safeIds.filter((id, index) => safeIds.indexOf(id) !== index)
  if (repeated.length > 0) {
    throw new Refusal('invalid', message`One value or more are duplicated in id: ${[...new Set(repeated)].join(',')}`)
  }
  if (ids.length > maxLimit) throw new Refusal('forbidden', 'No more than 100 artifacts can be requested at once.')
  return safeIds
}

/** An integer of any size, or its digits (docs/api/artifacts.md §3.1, docs/api/client-needs.md §10). */
function idOf(input: unknown): number | undefined {
  const id = typeof input === 'string' && /^\s*[+-]?\d+\s*$/.test(input) ? Number(input) : input
  return typeof id === 'number' && (Number.isInteger(id) || id === Infinity || id === -Infinity) ? id : undefined
}
