import type { Static } from 'typebox'
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

const Body = Type.Object({
  tracker: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  values: Type.Optional(Type.Array(SentValue)),
  values_by_field: Type.Optional(
    // An empty map may come as an empty list (contract 10 §1.8).
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
  ),
  from_artifact: Type.Optional(Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) })),
})

const ArtifactReference = Type.Object(
  { id: Type.Integer(), uri: Type.String(), tracker: TrackerReference },
  { additionalProperties: false },
)

/** Contract 30 §2.6, §4; `Prefer: dry-run` is ours. */
export const postArtifacts = route({
  method: 'POST',
  url: '/artifacts',
  access: 'required',
  scope: 'write:tracker',
  honours: ['Prefer'],
  summary: 'Makes an artifact; with `Prefer: dry-run` only tells what would result.',
  body: Body,
  bodyLimit: 8 * 1024 * 1024,
  answers: { 200: ArtifactRepresentation, 201: ArtifactReference },
  // What is undone in the end must have a transaction of its own, also under an Idempotency-Key.
  async prepare({ body, headers, ...viewer }, world) {
    await sealSentFiles(world, viewer.caller, body.values ?? [])
    return prefers(headers, 'dry-run') ? tryOut(world, viewer, wantedFrom(world, viewer, body)) : null
  },
  async answer({ body, ...viewer }, world, triedOut): Promise<Answer> {
    if (triedOut !== null) return triedOut
    const { glance, tracker, project } = await createArtifact(world, viewer.caller, wantedFrom(world, viewer, body))
    const form = isEmpty(body.values_by_field) ? '' : '?values_format=by_field'
    const uri = `artifacts/${glance.id}${form}`
    const version = { etag: versionTag(glance, aroundOf(viewer)), modifiedOn: glance.versionDate }
    return {
      status: 201,
      body: { id: glance.id, uri, tracker: referToTracker(tracker, project) },
      headers: { ...versionHeaders(version, world.clock.now()), Location: `${viewer.origin}/api/v1/${uri}` },
    }
  },
})

async function tryOut(world: World, viewer: Asking, wanted: WantedArtifact): Promise<Answer> {
  const body = await dryRun(world, async (inside) => {
    const { glance } = await createArtifact(inside, viewer.caller, wanted)
    return resultingArtifact(inside, viewer, glance.id)
  })
  return { body, headers: { 'Preference-Applied': 'dry-run' } }
}

/** One source of values at most (contract 30 §2.6). */
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
