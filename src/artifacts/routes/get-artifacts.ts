import { mapWithPauses } from '../../kit/event-loop.ts'
import { parseJsonParameter } from '../../kit/http/json-query.ts'
import { buildPageParameters } from '../../kit/http/page.ts'
import { defineRoute } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { World } from '../../kit/world.ts'
import { renderArtifacts } from '../artifact-cache.ts'
import { findAcrossTrackers } from '../reads/cross-tracker-artifacts.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadInOrder } from '../reads/tracker-artifacts.ts'
import { filterVisibleArtifacts } from '../reads/visible-artifacts.ts'
import { ArtifactRepresentation, representArtifact } from '../representations/artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { loadHeaders } from '../store/artifacts.ts'

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
    ...buildPageParameters({ default: maxLimit, max: maxLimit }),
  }),
  answers: { 200: Type.Object({ collection: Type.Array(ArtifactRepresentation) }, { additionalProperties: false }) },
  async answer({ query: { query, expert_query, values, ...page }, ...viewer }, world) {
    if (expert_query.trim() === '') return byIds(world, viewer, query, page)
    if (query !== '') throw new Refusal('invalid', '`query` and `expert_query` are mutually exclusive.')
    const queryContext = { ...viewer, now: world.clock.now() }
    const { versions, size } = await findAcrossTrackers(world, queryContext, expert_query, page)
    const bodies = await renderArtifacts(world, viewer, versions, values === 'all' ? 'collection' : 'none')
    const json = versions.flatMap(({ id }) => bodies.get(id)?.text ?? [])
    return { json, jsonMember: 'collection', page: { ...page, size, max: maxLimit } }
  },
})

async function byIds(world: World, viewer: Viewer, query: string, page: Page) {
  if (query === '') throw new Refusal('invalid', '`query` is required.')
  const ids = idsIn(query)
  const heads = await loadHeaders(world.db.read, ids)
  const visible = await filterVisibleArtifacts(
    world,
    viewer.caller,
    ids.flatMap((id) => heads.get(id) ?? []),
  )
  const pageIds = visible.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
  const artifacts = await loadInOrder(world, pageIds)
  const shown = createRenderContexts(
    viewer,
    await loadRelatedData(world, viewer.caller, artifacts, 'values'),
  )(artifacts)
  return {
    body: { collection: await mapWithPauses(shown, (each) => representArtifact(each, 'all')) },
    page: { ...page, size: visible.length, max: maxLimit },
  }
}

function idsIn(query: string): ArtifactId[] {
  const parsed = parseJsonParameter(query)
  const sent = typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : null
  if (sent === null || sent === undefined) throw new Refusal('invalid', 'Missing id entry in the query parameter')
  if (Object.keys(parsed as object).length > 1) throw new Refusal('invalid', 'You can only search on "id"')
  const ids = Array.isArray(sent) ? sent.map(idOf) : []
  if (!Array.isArray(sent) || !ids.every((id) => id !== undefined)) {
    throw new Refusal('invalid', 'id must be an array of int')
  }
  // Ids out of range belong to no artifact, and databases reject them.
  const known = ids.filter((id): id is ArtifactId => Number.isSafeInteger(id))
  const repeated = known.filter((id, index) => known.indexOf(id) !== index)
  if (repeated.length > 0) {
    throw new Refusal('invalid', `One value or more are duplicated in id: ${[...new Set(repeated)].join(',')}`)
  }
  if (ids.length > maxLimit) throw new Refusal('forbidden', 'No more than 100 artifacts can be requested at once.')
  return known
}

/** An integer of any size, or its digits (docs/api/artifacts.md §3.1, docs/api/client-needs.md §10). */
function idOf(sent: unknown): number | undefined {
  const id = typeof sent === 'string' && /^\s*[+-]?\d+\s*$/.test(sent) ? Number(sent) : sent
  return typeof id === 'number' && (Number.isInteger(id) || id === Infinity || id === -Infinity) ? id : undefined
}
