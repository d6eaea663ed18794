import type { Slice } from '../http/declarations/slice.ts'
import { trackersFeature } from './commands/project-feature.ts'
import { actionJobs } from './jobs/action-jobs.ts'
import { deleteArtifactLinkTypesShortname } from './routes/delete-artifact-link-types-shortname.ts'
import { deleteTrackerFieldsId } from './routes/delete-tracker-fields-id.ts'
import { deleteTrackerReportsId } from './routes/delete-tracker-reports-id.ts'
import { deleteTrackerWorkflowTransitionsId } from './routes/delete-tracker-workflow-transitions-id.ts'
import { deleteTrackersId } from './routes/delete-trackers-id.ts'
import { getArtifactLinkTypes } from './routes/get-artifact-link-types.ts'
import { getProjectsIdArtifactLinkTypes } from './routes/get-projects-id-artifact-link-types.ts'
import { getProjectsIdTrackers } from './routes/get-projects-id-trackers.ts'
import { getTrackerReportsId } from './routes/get-tracker-reports-id.ts'
import { getTrackerReportsIdDefinition } from './routes/get-tracker-reports-id-definition.ts'
import { getTrackerWorkflowTransitionsId } from './routes/get-tracker-workflow-transitions-id.ts'
import { getTrackerWorkflowTransitionsIdActions } from './routes/get-tracker-workflow-transitions-id-actions.ts'
import { getTrackersId } from './routes/get-trackers-id.ts'
import { getTrackersIdPermissions } from './routes/get-trackers-id-permissions.ts'
import { getTrackersIdSemantics } from './routes/get-trackers-id-semantics.ts'
import { getTrackersIdSettings } from './routes/get-trackers-id-settings.ts'
import { getTrackersIdTrackerReports } from './routes/get-trackers-id-tracker-reports.ts'
import { getTrackersIdTriggers } from './routes/get-trackers-id-triggers.ts'
import { getTrackersIdUnusedFields } from './routes/get-trackers-id-unused-fields.ts'
import { patchArtifactLinkTypesShortname } from './routes/patch-artifact-link-types-shortname.ts'
import { patchTrackerFieldsId } from './routes/patch-tracker-fields-id.ts'
import { patchTrackerWorkflowTransitionsId } from './routes/patch-tracker-workflow-transitions-id.ts'
import { patchTrackersId } from './routes/patch-trackers-id.ts'
import { postArtifactLinkTypes } from './routes/post-artifact-link-types.ts'
import { postProjectsIdTrackers } from './routes/post-projects-id-trackers.ts'
import { postTrackerFieldsIdFiles } from './routes/post-tracker-fields-id-files.ts'
import { postTrackerWorkflowTransitions } from './routes/post-tracker-workflow-transitions.ts'
import { postTrackersIdFields } from './routes/post-trackers-id-fields.ts'
import { postTrackersIdRestore } from './routes/post-trackers-id-restore.ts'
import { putProjectsIdArtifactLinkTypesShortname } from './routes/put-projects-id-artifact-link-types-shortname.ts'
import { putProjectsIdTrackerOrder } from './routes/put-projects-id-tracker-order.ts'
import { putTrackerWorkflowTransitionsIdActions } from './routes/put-tracker-workflow-transitions-id-actions.ts'
import { putTrackersIdPermissions } from './routes/put-trackers-id-permissions.ts'
import { putTrackersIdRules } from './routes/put-trackers-id-rules.ts'
import { putTrackersIdSemantics } from './routes/put-trackers-id-semantics.ts'
import { putTrackersIdSettings } from './routes/put-trackers-id-settings.ts'
import { putTrackersIdTriggers } from './routes/put-trackers-id-triggers.ts'

export const trackers: Slice = {
  routes: [
    getProjectsIdTrackers,
    postProjectsIdTrackers,
    putProjectsIdTrackerOrder,
    getTrackersId,
    patchTrackersId,
    deleteTrackersId,
    postTrackersIdRestore,
    getTrackersIdSettings,
    putTrackersIdSettings,
    getTrackersIdSemantics,
    putTrackersIdSemantics,
    getTrackersIdPermissions,
    putTrackersIdPermissions,
    putTrackersIdRules,
    getTrackersIdTriggers,
    putTrackersIdTriggers,
    getTrackersIdUnusedFields,
    postTrackersIdFields,
    patchTrackerFieldsId,
    deleteTrackerFieldsId,
    postTrackerFieldsIdFiles,
    getTrackersIdTrackerReports,
    getTrackerReportsId,
    getTrackerReportsIdDefinition,
    deleteTrackerReportsId,
    getTrackerWorkflowTransitionsId,
    postTrackerWorkflowTransitions,
    patchTrackerWorkflowTransitionsId,
    deleteTrackerWorkflowTransitionsId,
    getTrackerWorkflowTransitionsIdActions,
    putTrackerWorkflowTransitionsIdActions,
    getArtifactLinkTypes,
    postArtifactLinkTypes,
    patchArtifactLinkTypesShortname,
    deleteArtifactLinkTypesShortname,
    getProjectsIdArtifactLinkTypes,
    putProjectsIdArtifactLinkTypesShortname,
  ],
  jobs: actionJobs,
  projectFeatures: [trackersFeature],
}
