import type { Static } from 'typebox'
import { type Answer, defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import { buildVersionHeaders } from '../../http/responses/etag.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { TrackerReferenceInput } from '../../trackers/parse/tracker-reference.ts'
import { referToTracker, TrackerReference } from '../../trackers/representations/tracker.ts'
import { coversScope } from '../../world/model/credential.ts'
import type { World } from '../../world/model/world.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { copyFieldValues } from '../commands/copy-field-values.ts'
import { createArtifact, type NewArtifact } from '../commands/create-artifact.ts'
import { convertEntriesByName } from '../commands/entries-by-name.ts'
import { prepareEntries } from '../commands/prepare-entries.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { ValueInput } from '../representations/value-input.ts'
import { buildViewerKey, type RequestViewer } from '../responses/artifact-cache.ts'
import { loadDryRunResult } from '../responses/dry-run-result.ts'
import type { WriterViewer } from '../responses/stale-write-error.ts'

const Body = Type.Object(
  {
    tracker: TrackerReferenceInput,
    values: Type.Optional(Type.Array(ValueInput)),
    values_by_field: Type.Optional(
      // An empty map may come as an empty list (docs/api/rest-conventions.md §1.8).
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
    ),
    from_artifact: Type.Optional(
      Type.Object(
        { id: Type.Unsafe<ArtifactId>(Type.Integer({ format: identifier })) },
        { title: 'CopiedArtifactInput' },
      ),
    ),
  },
  { title: 'NewArtifact' },
)

const ArtifactReference = Type.Object(
  { id: Type.Integer(), uri: Type.String(), tracker: TrackerReference },
  { title: 'ArtifactReference', additionalProperties: false },
)

/** docs/api/artifacts.md §3.6, §4; `Prefer: dry-run` is a Tulipwood extension. */
export const postArtifacts = defineRoute({
  method: 'POST',
  url: '/artifacts',
  access: 'required',
  scope: 'write:tracker',
  supportedHeaders: ['Prefer'],
  summary: 'Create an artifact. With `Prefer: dry-run`, return the result without saving.',
  body: Body,
  bodyLimit: 8 * 1024 * 1024,
  answers: { 200: Type.Union([ArtifactRepresentation, ArtifactReference]), 201: ArtifactReference },
  // A dry run is rolled back, so it needs its own transaction, also with an Idempotency-Key.
  async prepare({ body, headers, ...viewer }, world) {
    await prepareEntries(world, viewer.caller, body.values ?? [])
    return hasPreference(headers, 'dry-run') ? runDryRun(world, viewer, body) : null
  },
  async answer({ body, ...viewer }, world, dryRunAnswer): Promise<Answer> {
    if (dryRunAnswer !== null) return dryRunAnswer
    const { artifactVersion, tracker, project } = await createArtifact(
      world,
      viewer.caller,
      parseNewArtifact(world, viewer, body),
    )
    const reference = referTo(artifactVersion, tracker, project, body)
    const version = {
      etag: buildEntityTag(artifactVersion, buildViewerKey(viewer)),
      modifiedOn: artifactVersion.versionDate,
    }
    return {
      status: 201,
      body: reference,
      headers: {
        ...buildVersionHeaders(version, world.clock.now()),
        Location: `${viewer.origin}/api/v1/${reference.uri}`,
      },
    }
  },
})

/** Without the read scope, the result is only what the request itself would return (decision 0041). */
async function runDryRun(world: World, viewer: WriterViewer, body: Static<typeof Body>): Promise<Answer> {
  const newArtifact = parseNewArtifact(world, viewer, body)
  const mayRead = coversScope(viewer.credential, 'read:tracker')
  const result = await runDry(world, async (inside) => {
    const { artifactVersion, tracker, project } = await createArtifact(inside, viewer.caller, newArtifact)
    return mayRead
      ? loadDryRunResult(inside, viewer, artifactVersion.id)
      : referTo(artifactVersion, tracker, project, body)
  })
  return { body: result, headers: { 'Preference-Applied': 'dry-run' } }
}

type CreateResult = Awaited<ReturnType<typeof createArtifact>>

function referTo(
  { id }: CreateResult['artifactVersion'],
  tracker: CreateResult['tracker'],
  project: CreateResult['project'],
  { values_by_field: byName }: Static<typeof Body>,
): Static<typeof ArtifactReference> {
  const uri = `artifacts/${id}${isEmpty(byName) ? '' : '?values_format=by_field'}`
  return { id, uri, tracker: referToTracker(tracker, project) }
}

/** One source of values at most (docs/api/artifacts.md §3.6). */
function parseNewArtifact(world: World, { caller, timezone }: RequestViewer, body: Static<typeof Body>): NewArtifact {
  const { values = [], values_by_field: byName, from_artifact: source } = body
  const sources = [values.length > 0, !isEmpty(byName), source !== undefined].filter(Boolean)
  if (sources.length > 1) throw new Refusal('invalid', 'Not able to deal with both formats at the same time')
  return {
    trackerId: body.tracker.id,
    timezone,
    usesWorkflow: source === undefined,
    entriesFor(tracker) {
      if (source !== undefined) return copyFieldValues(world, caller, source.id, tracker)
      // Fields that are named with null only are no empty input (docs/api/field-values.md §1).
      if (!isEmpty(byName)) return convertEntriesByName(tracker, byName)
      return values.length === 0 ? null : values
    },
  }
}

const isEmpty = (map: object | undefined): map is undefined => map === undefined || Object.keys(map).length === 0
