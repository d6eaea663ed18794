import { Type } from 'typebox'
import { isFresh, versionHeaders } from '../../kit/http/etag.ts'
import { route } from '../../kit/http/route.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { World } from '../../kit/world.ts'
import { wholeTrackers } from '../../trackers/reads/whole-trackers.ts'
import { representMinimalTracker } from '../../trackers/representations/tracker.ts'
import { findArtifact } from '../reads/find-artifact.ts'
import { seenTrackerOf } from '../reads/seen-trackers.ts'
import { surroundingsOf } from '../reads/surroundings.ts'
import { representAround, SingleArtifactRepresentation } from '../representations/artifact.ts'
import { type Shown, showing } from '../representations/presenting.ts'
import { representTrackerOf } from '../representations/tracker-of-artifact.ts'
import { isSelfContained, versionTag } from '../version-tag.ts'

const ValuesFormat = Type.Union(
  [Type.Literal(''), Type.Literal('collection'), Type.Literal('by_field'), Type.Literal('all')],
  { default: '' },
)
const StructureFormat = Type.Union([Type.Literal(''), Type.Literal('minimal'), Type.Literal('complete')], {
  default: '',
})

/** Contract 30 §1. */
export const getArtifactsId = route({
  method: 'GET',
  url: '/artifacts/:id',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'An artifact with its values.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({ values_format: ValuesFormat, tracker_structure_format: StructureFormat }),
  answers: { 200: SingleArtifactRepresentation, 304: null },
  async answer({ params, query, headers: sent, ...viewer }, world) {
    const artifact = await findArtifact(world, viewer.caller, params.id)
    const version = { etag: versionTag(artifact, viewer, world.memory), modifiedOn: artifact.updatedOn }
    const headers = versionHeaders(version)
    const isComplete = query.tracker_structure_format === 'complete'
    const seen = await seenTrackerOf(world, viewer.caller, artifact.trackerId)
    // A date alone does not say what else has changed, so it is not asked.
    const conditions = { 'if-none-match': sent['if-none-match'] }
    if (!isComplete && isSelfContained(seen) && isFresh(conditions, version)) return { status: 304, headers }
    const surroundings = await surroundingsOf(world, viewer.caller, [artifact], 'values')
    const [shown] = showing(viewer, surroundings)([artifact])
    // Whoever sees the artifact sees its tracker, so it is shown.
    const told = shown as Shown
    const tracker = isComplete
      ? await completeTracker(world, viewer, told)
      : representMinimalTracker(seen.tracker, seen.project)
    return { body: { ...representAround(told, query.values_format || 'collection'), tracker }, headers }
  },
})

async function completeTracker(world: World, viewer: Viewer, { artifact, seen }: Shown) {
  const { views, describing } = await wholeTrackers(world, viewer, seen.project, [seen.tracker])
  const [whole] = views.map((view) => representTrackerOf(artifact, view, describing))
  return whole
}
