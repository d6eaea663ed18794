import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { arrangeTrackers } from '../commands/arrange-trackers.ts'

/** docs/api/extensions.md §17. */
export const putProjectsIdTrackerOrder = defineRoute({
  method: 'PUT',
  url: '/projects/:id/tracker_order',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Set the order of the trackers of a project in its pages (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object(
    {
      trackers: Type.Array(Type.Unsafe<TrackerId>(Type.Integer({ format: identifier })), {
        description: 'Ids of all trackers of the project, in their order.',
        maxItems: 1_000,
      }),
    },
    { title: 'TrackerOrderInput' },
  ),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await arrangeTrackers(world, caller, params.id, body.trackers)
    return {}
  },
})
