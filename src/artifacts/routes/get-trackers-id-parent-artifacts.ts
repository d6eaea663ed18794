import { mapWithPauses } from '../../kit/event-loop.ts'
import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { parentArtifacts } from '../reads/parent-artifacts.ts'
import { surroundingsOf } from '../reads/surroundings.ts'
import { ParentArtifactRepresentation, representParentArtifact } from '../representations/brief-artifact.ts'
import { showing } from '../representations/presenting.ts'

const most = 1000

/** docs/api/trackers.md §4.4; better than there: pages are full and their size is what the caller sees. */
export const getTrackersIdParentArtifacts = route({
  method: 'GET',
  url: '/trackers/:id/parent_artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the open artifacts of the parent tracker, newest first.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(pageParameters({ default: 100, max: most })),
  answers: { 200: Type.Array(ParentArtifactRepresentation) },
  async answer({ params, query: page, ...viewer }, world) {
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const { artifacts, size } = await parentArtifacts(world, viewer.caller, tracker, page)
    const shown = showing(viewer, await surroundingsOf(world, viewer.caller, artifacts, 'summary'))(artifacts)
    return { body: await mapWithPauses(shown, representParentArtifact), page: { ...page, size, max: most } }
  },
})
