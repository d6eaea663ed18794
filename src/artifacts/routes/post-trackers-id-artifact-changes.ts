import { type Answer, defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import { toErrorResponse } from '../../http/responses/errors.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Precondition } from '../../kit/values/precondition.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import { runDry } from '../../world/units/dry-run.ts'
import {
  type BulkChange,
  type ChangeResult,
  changeAllArtifacts,
  changeArtifacts,
  isRefused,
} from '../commands/change-artifacts.ts'
import { prepareEntries } from '../commands/prepare-entries.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import {
  type ChangeResultRepresentation,
  ChangesRepresentation,
  representChanges,
} from '../representations/change-result.ts'
import { BulkChangeInput, maxChanges, parseBulkChange } from '../requests/bulk-change-input.ts'
import { buildViewerKey, type TranslatingViewer } from '../responses/artifact-cache.ts'
import { type WriterViewer, withStaleWriteDetails } from '../responses/stale-write-error.ts'

/** Tulipwood extension (decision 23). */
export const postTrackersIdArtifactChanges = defineRoute({
  method: 'POST',
  url: '/trackers/:id/artifact_changes',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['Prefer'],
  summary: `Update up to ${maxChanges} artifacts of a tracker in the same way, found by ids or by a query: each with its result, or all or nothing. With \`dry_run\`, return the results without saving.`,
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    dry_run: Type.Boolean({ description: 'Check the request and return the result without saving.', default: false }),
  }),
  bodyLimit: 8 * 1024 * 1024,
  body: BulkChangeInput,
  answers: { 200: ChangesRepresentation },
  // A dry run is rolled back, so it needs its own transaction, also with an Idempotency-Key.
  async prepare({ params, query, body, headers, ...viewer }, world): Promise<Answer | null> {
    await prepareEntries(world, viewer.caller, body.values ?? [])
    if (!query.dry_run && !hasPreference(headers, 'dry-run')) return null
    const preferred: Answer['headers'] = hasPreference(headers, 'dry-run') ? { 'Preference-Applied': 'dry-run' } : {}
    const results = await runDry(world, (inside) => runBulkChange(inside, viewer, params.id, body))
    return { body: representChanges(results, true), headers: preferred }
  },
  async answer({ params, body, ...viewer }, world, dryRunAnswer): Promise<Answer> {
    return dryRunAnswer ?? { body: representChanges(await runBulkChange(world, viewer, params.id, body), false) }
  },
})

/** The viewer with the translation of the results. */
type ChangeViewer = WriterViewer & TranslatingViewer

async function runBulkChange(
  world: World,
  viewer: ChangeViewer,
  id: TrackerId,
  input: BulkChangeInput,
): Promise<ChangeResultRepresentation[]> {
  const { tracker } = await getTracker(world, viewer.caller, id)
  const bulkChange = await parseBulkChange(world, viewer, tracker, input)
  const represent = (results: readonly ChangeResult[], of: World) => representResults(of, viewer, bulkChange, results)
  const results = input.all_or_nothing
    ? await changeAllArtifacts(world, viewer.caller, tracker, bulkChange, async (refused, inside) =>
        nothingChanged(await represent(refused, inside)),
      )
    : await changeArtifacts(world, viewer.caller, tracker, bulkChange)
  return represent(results, world)
}

/** Represents each result as PUT would have responded. */
async function representResults(
  world: World,
  viewer: ChangeViewer,
  { items }: BulkChange,
  results: readonly ChangeResult[],
): Promise<ChangeResultRepresentation[]> {
  const preconditionOf = new Map(items.map(({ id, precondition }) => [id, precondition]))
  const viewerKey = buildViewerKey(viewer)
  const representations: ChangeResultRepresentation[] = []
  for (const result of results) {
    const { id } = result
    const item = { id, uri: `artifacts/${id}` }
    if (isRefused(result)) {
      const refusal = await withConflictDetails(world, viewer, result, preconditionOf.get(id) ?? {})
      const { status, body } = toErrorResponse(refusal, viewer.translate)
      representations.push({ ...item, outcome: 'refused', status, etag: null, error: body.error })
    } else {
      const outcome = result.isChanged ? 'changed' : 'unchanged'
      representations.push({
        ...item,
        outcome,
        status: 200,
        etag: buildEntityTag(result.artifactVersion, viewerKey),
        error: null,
      })
    }
  }
  return representations
}

/** Adds the current version to conflicts. */
async function withConflictDetails(
  world: World,
  viewer: ChangeViewer,
  { id, refusal }: ChangeResult & { readonly refusal: Refusal },
  precondition: Precondition,
): Promise<unknown> {
  try {
    return await withStaleWriteDetails(world, viewer, id, precondition, () => Promise.reject(refusal))
  } catch (thrown) {
    return thrown
  }
}

function nothingChanged(results: readonly ChangeResultRepresentation[]): Refusal {
  const refused = results.filter(({ error }) => error !== null).length
  return new Refusal(
    'unprocessable',
    message`Nothing was changed: ${refused} of ${results.length} artifacts were rejected.`,
    {
      // The rolled back versions do not exist.
      extra: { results: results.map((result) => ({ ...result, etag: null })) },
    },
  )
}
