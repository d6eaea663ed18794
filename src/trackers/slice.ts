import type { Slice } from '../kit/slice.ts'
import { trackersOffer } from './commands/offer.ts'
import { deleteTrackerWorkflowTransitionsId } from './routes/delete-tracker-workflow-transitions-id.ts'
import { getProjectsIdTrackers } from './routes/get-projects-id-trackers.ts'
import { getTrackerReportsId } from './routes/get-tracker-reports-id.ts'
import { getTrackerWorkflowTransitionsId } from './routes/get-tracker-workflow-transitions-id.ts'
import { getTrackerWorkflowTransitionsIdActions } from './routes/get-tracker-workflow-transitions-id-actions.ts'
import { getTrackersId } from './routes/get-trackers-id.ts'
import { getTrackersIdTrackerReports } from './routes/get-trackers-id-tracker-reports.ts'
import { patchTrackerWorkflowTransitionsId } from './routes/patch-tracker-workflow-transitions-id.ts'
import { patchTrackersId } from './routes/patch-trackers-id.ts'
import { postProjectsIdTrackers } from './routes/post-projects-id-trackers.ts'
import { postTrackerWorkflowTransitions } from './routes/post-tracker-workflow-transitions.ts'
import { putTrackerWorkflowTransitionsIdActions } from './routes/put-tracker-workflow-transitions-id-actions.ts'

export const trackers: Slice = {
  routes: [
    getProjectsIdTrackers,
    postProjectsIdTrackers,
    getTrackersId,
    patchTrackersId,
    getTrackersIdTrackerReports,
    getTrackerReportsId,
    getTrackerWorkflowTransitionsId,
    postTrackerWorkflowTransitions,
    patchTrackerWorkflowTransitionsId,
    deleteTrackerWorkflowTransitionsId,
    getTrackerWorkflowTransitionsIdActions,
    putTrackerWorkflowTransitionsIdActions,
  ],
  jobs: [],
  offers: [trackersOffer],
}
