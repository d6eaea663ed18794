import { freshness } from '../../kit/http/described-headers.ts'
import { isFresh, versionHeaders } from '../../kit/http/etag.ts'
import { type Answer, route } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import type { World } from '../../kit/world.ts'
import { loadTrackerViews } from '../../trackers/reads/load-tracker-views.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { versionTag } from '../model/version-tag.ts'
import { findArtifact } from '../reads/find-artifact.ts'
import { findGlance } from '../reads/find-glance.ts'
import { seenTrackerOf } from '../reads/seen-trackers.ts'
import { surroundingsOf } from '../reads/surroundings.ts'
import { type Asking, aroundOf, isSteady, keptArtifact, renderedArtifact } from '../rendered-artifacts.ts'
import { representAround, SingleArtifactRepresentation, type ValuesForm } from '../representations/artifact.ts'
import { type Shown, showing } from '../representations/presenting.ts'
import { representTrackerOf } from '../representations/tracker-of-artifact.ts'

const ValuesFormat = Type.Union(
  [Type.Literal(''), Type.Literal('collection'), Type.Literal('by_field'), Type.Literal('all')],
  {
    default: '',
    description: 'Form of the values: a list (`collection`), an object by field name (`by_field`), or both (`all`).',
  },
)
const StructureFormat = Type.Union([Type.Literal(''), Type.Literal('minimal'), Type.Literal('complete')], {
  default: '',
  description: 'Form of the tracker: `minimal`, or `complete` with its structure.',
})

/** docs/api/artifacts.md §2. */
export const getArtifactsId = route({
  method: 'GET',
  url: '/artifacts/:id',
  access: 'optional',
  honours: freshness,
  scope: 'read:tracker',
  summary: 'Get an artifact with its values.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({ values_format: ValuesFormat, tracker_structure_format: StructureFormat }),
  answers: { 200: SingleArtifactRepresentation, 304: null },
  async answer({ params, query, headers: sent, ...viewer }, world) {
    const glance = await findGlance(world, viewer.caller, params.id)
    const form = query.values_format || 'collection'
    const around = aroundOf(viewer)
    // Whatever its version: the artifact is there (RFC 9110 §13.1.2).
    if (sent['if-none-match']?.trim() === '*') {
      const there = { etag: versionTag(glance, around), modifiedOn: glance.versionDate }
      return { status: 304, headers: versionHeaders(there, world.clock.now()) }
    }
    if (query.tracker_structure_format === 'complete') return answerWithTracker(world, viewer, glance, form)
    const kept = keptArtifact(world, glance, form, around)
    const version = { etag: kept?.etag ?? versionTag(glance, around), modifiedOn: glance.versionDate }
    // A date is that of the version: it is asked as long as nothing around the artifact has ever changed without one.
    if ((sent['if-none-match'] !== undefined || glance.stamp === 0) && isFresh(sent, version)) {
      const isSame = kept !== undefined || isSteady(await seenTrackerOf(world, viewer.caller, glance.trackerId))
      if (isSame) return { status: 304, headers: versionHeaders(version, world.clock.now()) }
    }
    const body = kept ?? (await renderedArtifact(world, viewer, glance, form))
    return { json: body.text, headers: versionHeaders({ ...version, etag: body.etag }, world.clock.now()) }
  },
})

/** The tracker tells what this artifact may become, and where to: it is never kept. */
async function answerWithTracker(
  world: World,
  viewer: Asking,
  glance: ArtifactGlance,
  form: ValuesForm,
): Promise<Answer> {
  const artifact = await findArtifact(world, viewer.caller, glance.id)
  const surroundings = await surroundingsOf(world, viewer.caller, [artifact], 'values')
  // Whoever sees the artifact sees its tracker, so it is shown.
  const [shown] = showing(viewer, surroundings)([artifact]) as [Shown]
  const { views, context } = await loadTrackerViews(world, viewer, shown.seen.project, [shown.seen.tracker])
  const [tracker] = views.map((view) => representTrackerOf(artifact, view, context))
  const etag = versionTag({ ...glance, version: artifact.version }, aroundOf(viewer))
  return {
    body: { ...representAround(shown, form), tracker },
    headers: versionHeaders({ etag, modifiedOn: artifact.versionDate }, world.clock.now()),
  }
}
