import type { Static } from 'typebox'
import { covers } from '../../kit/credential.ts'
import { dryRun } from '../../kit/dry-run.ts'
import { versionHeaders } from '../../kit/http/etag.ts'
import { prefers } from '../../kit/http/prefer.ts'
import { type Answer, route } from '../../kit/http/route.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import type { World } from '../../kit/world.ts'
import { referToTracker, TrackerReference } from '../../trackers/representations/tracker.ts'
import { createArtifact, type WantedArtifact } from '../commands/create-artifact.ts'
import { entriesByName } from '../commands/entries-by-name.ts'
import { entriesOfCopy } from '../commands/entries-of-copy.ts'
import { sealSentFiles } from '../commands/seal-sent-files.ts'
import { versionTag } from '../model/version-tag.ts'
import { type Asking, aroundOf } from '../rendered-artifacts.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { SentValue } from '../representations/sent-value.ts'
import { resultingArtifact } from '../resulting-artifact.ts'
import type { AskingWriter } from '../telling-stale.ts'

const Body = Type.Object(
  {
    tracker: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }, { title: 'TrackerReferenceInput' }),
    values: Type.Optional(Type.Array(SentValue)),
    values_by_field: Type.Optional(
      // An empty map may come as an empty list (docs/api/rest-conventions.md §1.8).
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
    ),
    from_artifact: Type.Optional(
      Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }, { title: 'CopiedArtifactInput' }),
    ),
  },
  { title: 'NewArtifact' },
)

const ArtifactReference = Type.Object(
  { id: Type.Integer(), uri: Type.String(), tracker: TrackerReference },
  { title: 'ArtifactReference', additionalProperties: false },
)

/** docs/api/artifacts.md §3.6, §4; `Prefer: dry-run` is ours. */
export const postArtifacts = route({
  method: 'POST',
  url: '/artifacts',
  access: 'required',
  scope: 'write:tracker',
  honours: ['Prefer'],
  summary: 'Create an artifact. With `Prefer: dry-run`, return the result without saving.',
  body: Body,
  bodyLimit: 8 * 1024 * 1024,
  answers: { 200: Type.Union([ArtifactRepresentation, ArtifactReference]), 201: ArtifactReference },
  // What is undone in the end must have a transaction of its own, also under an Idempotency-Key.
  async prepare({ body, headers, ...viewer }, world) {
    await sealSentFiles(world, viewer.caller, body.values ?? [])
    return prefers(headers, 'dry-run') ? tryOut(world, viewer, body) : null
  },
  async answer({ body, ...viewer }, world, triedOut): Promise<Answer> {
    if (triedOut !== null) return triedOut
    const { glance, tracker, project } = await createArtifact(world, viewer.caller, wantedFrom(world, viewer, body))
    const reference = referTo(glance, tracker, project, body)
    const version = { etag: versionTag(glance, aroundOf(viewer)), modifiedOn: glance.versionDate }
    return {
      status: 201,
      body: reference,
      headers: {
        ...versionHeaders(version, world.clock.now()),
        Location: `${viewer.origin}/api/v1/${reference.uri}`,
      },
    }
  },
})

/** To who may not read, it says no more than the answer to the request itself (decision 0041). */
async function tryOut(world: World, viewer: AskingWriter, body: Static<typeof Body>): Promise<Answer> {
  const wanted = wantedFrom(world, viewer, body)
  const mayRead = covers(viewer.credential, 'read:tracker')
  const result = await dryRun(world, async (inside) => {
    const { glance, tracker, project } = await createArtifact(inside, viewer.caller, wanted)
    return mayRead ? resultingArtifact(inside, viewer, glance.id) : referTo(glance, tracker, project, body)
  })
  return { body: result, headers: { 'Preference-Applied': 'dry-run' } }
}

type Created = Awaited<ReturnType<typeof createArtifact>>

function referTo(
  { id }: Created['glance'],
  tracker: Created['tracker'],
  project: Created['project'],
  { values_by_field: byName }: Static<typeof Body>,
): Static<typeof ArtifactReference> {
  const uri = `artifacts/${id}${isEmpty(byName) ? '' : '?values_format=by_field'}`
  return { id, uri, tracker: referToTracker(tracker, project) }
}

/** One source of values at most (docs/api/artifacts.md §3.6). */
function wantedFrom(world: World, { caller, timezone }: Asking, body: Static<typeof Body>): WantedArtifact {
  const { values = [], values_by_field: byName, from_artifact: source } = body
  const sources = [values.length > 0, !isEmpty(byName), source !== undefined].filter(Boolean)
  if (sources.length > 1) throw new Refusal('invalid', 'Not able to deal with both formats at the same time')
  return {
    trackerId: body.tracker.id,
    timezone,
    usesWorkflow: source === undefined,
    entriesFor(tracker) {
      if (source !== undefined) return entriesOfCopy(world, caller, source.id, tracker)
      return isEmpty(byName) ? values : entriesByName(tracker, byName)
    },
  }
}

const isEmpty = (map: object | undefined): map is undefined => map === undefined || Object.keys(map).length === 0
