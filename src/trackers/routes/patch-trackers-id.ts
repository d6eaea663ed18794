import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeWorkflow } from '../commands/change-workflow.ts'
import { parseWorkflowInstruction } from '../model/workflow-instruction.ts'
import { getAdministeredTracker } from '../reads/get-tracker.ts'
import { loadTrackerViews } from '../reads/load-tracker-views.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

const instruction = { query: Type.String({ description: 'JSON with the change of the workflow.', default: '' }) }

/** docs/api/trackers.md §4.6. */
export const patchTrackersId = defineRoute({
  method: 'PATCH',
  url: '/trackers/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Create, enable, change the mode of, or delete the workflow of a tracker (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(instruction),
  body: Type.Object(instruction),
  answers: { 200: TrackerRepresentation },
  async answer({ params, query, body, ...viewer }, world) {
    const { tracker, project } = await getAdministeredTracker(world, viewer.caller, params.id)
    const parsed = parseJsonParameter(query.query === '' ? body.query : query.query)
    await changeWorkflow(world, viewer.caller, tracker.id, parseWorkflowInstruction(parsed))
    // The response contains the change.
    const { tracker: changed } = await getAdministeredTracker(world, viewer.caller, params.id)
    const { views, context } = await loadTrackerViews(world, viewer, project, [changed])
    const [representation] = views.map((view) => representTracker(view, context))
    return { body: representation }
  },
})
