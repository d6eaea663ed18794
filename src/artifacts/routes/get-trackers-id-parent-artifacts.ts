import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadParentArtifacts } from '../reads/parent-artifacts.ts'
import { ParentArtifactRepresentation, representParentArtifact } from '../representations/brief-artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'

const maxLimit = 1000

/** docs/api/trackers.md §4.4; in addition, pages are full and their size counts what the caller sees. */
export const getTrackersIdParentArtifacts = defineRoute({
  method: 'GET',
  url: '/trackers/:id/parent_artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the open artifacts of the parent tracker, newest first.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 100, max: maxLimit })),
  answers: { 200: Type.Array(ParentArtifactRepresentation) },
  async answer({ params, query: page, ...viewer }, world) {
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const { artifacts, size } = await loadParentArtifacts(world, viewer.caller, tracker, page)
    const contexts = createRenderContexts(
      viewer,
      await loadRelatedData(world, viewer.caller, artifacts, 'summary'),
    )(artifacts)
    return { body: await mapWithPauses(contexts, representParentArtifact), page: { ...page, size, max: maxLimit } }
  },
})
