import type { Slice } from '../kit/slice.ts'
import { trackersOffer } from './commands/offer.ts'
import { getProjectsIdTrackers } from './routes/get-projects-id-trackers.ts'
import { getTrackerReportsId } from './routes/get-tracker-reports-id.ts'
import { getTrackerWorkflowTransitionsId } from './routes/get-tracker-workflow-transitions-id.ts'
import { getTrackerWorkflowTransitionsIdActions } from './routes/get-tracker-workflow-transitions-id-actions.ts'
import { getTrackersId } from './routes/get-trackers-id.ts'
import { getTrackersIdTrackerReports } from './routes/get-trackers-id-tracker-reports.ts'

export const trackers: Slice = {
  routes: [
    getProjectsIdTrackers,
    getTrackersId,
    getTrackersIdTrackerReports,
    getTrackerReportsId,
    getTrackerWorkflowTransitionsId,
    getTrackerWorkflowTransitionsIdActions,
  ],
  jobs: [],
  offers: [trackersOffer],
}
