import type { Slice } from '../http/declarations/slice.ts'
import { attachments, previews } from './endpoints/attachments.ts'
import { getChangeFeed } from './reads/change-feed.ts'
import { deleteArtifactsId } from './routes/delete-artifacts-id.ts'
import { deleteArtifactsIdChangesetsChangesetIdComment } from './routes/delete-artifacts-id-changesets-changeset-id-comment.ts'
import { getArtifactFilesId } from './routes/get-artifact-files-id.ts'
import { getArtifactSuggestions } from './routes/get-artifact-suggestions.ts'
import { getArtifacts } from './routes/get-artifacts.ts'
import { getArtifactsId } from './routes/get-artifacts-id.ts'
import { getArtifactsIdChangesets } from './routes/get-artifacts-id-changesets.ts'
import { getArtifactsIdChangesetsChangesetIdCommentVersions } from './routes/get-artifacts-id-changesets-changeset-id-comment-versions.ts'
import { getArtifactsIdExplain } from './routes/get-artifacts-id-explain.ts'
import { getArtifactsIdLinkedArtifacts } from './routes/get-artifacts-id-linked-artifacts.ts'
import { getArtifactsIdLinks } from './routes/get-artifacts-id-links.ts'
import { getChanges } from './routes/get-changes.ts'
import { getChangesStream } from './routes/get-changes-stream.ts'
import { getProjectsIdActivity } from './routes/get-projects-id-activity.ts'
import { getProjectsIdHeartbeats } from './routes/get-projects-id-heartbeats.ts'
import { getProjectsIdLateArtifacts } from './routes/get-projects-id-late-artifacts.ts'
import { getProjectsIdTrackerCounts } from './routes/get-projects-id-tracker-counts.ts'
import { getProjectsIdUserSuggestions } from './routes/get-projects-id-user-suggestions.ts'
import { getTrackerReportsIdArtifacts } from './routes/get-tracker-reports-id-artifacts.ts'
import { getTrackersIdArtifactExport } from './routes/get-trackers-id-artifact-export.ts'
import { getTrackersIdArtifactGroupHistory } from './routes/get-trackers-id-artifact-group-history.ts'
import { getTrackersIdArtifactGroups } from './routes/get-trackers-id-artifact-groups.ts'
import { getTrackersIdArtifacts } from './routes/get-trackers-id-artifacts.ts'
import { getTrackersIdFieldSums } from './routes/get-trackers-id-field-sums.ts'
import { getTrackersIdOpenArtifactAges } from './routes/get-trackers-id-open-artifact-ages.ts'
import { getTrackersIdParentArtifacts } from './routes/get-trackers-id-parent-artifacts.ts'
import { getTrackersIdUsedArtifactLinks } from './routes/get-trackers-id-used-artifact-links.ts'
import { getUsersIdArtifacts } from './routes/get-users-id-artifacts.ts'
import { patchArtifactsId } from './routes/patch-artifacts-id.ts'
import { patchTrackersIdArtifactOrder } from './routes/patch-trackers-id-artifact-order.ts'
import { postArtifacts } from './routes/post-artifacts.ts'
import { postProjectsIdExtractReferences } from './routes/post-projects-id-extract-references.ts'
import { postProjectsIdTextPreviews } from './routes/post-projects-id-text-previews.ts'
import { postSearch } from './routes/post-search.ts'
import { postTrackerReports } from './routes/post-tracker-reports.ts'
import { postTrackersIdArtifactChanges } from './routes/post-trackers-id-artifact-changes.ts'
import { postTrackersIdArtifactImports } from './routes/post-trackers-id-artifact-imports.ts'
import { putArtifactsId } from './routes/put-artifacts-id.ts'
import { putArtifactsIdChangesetsChangesetIdComment } from './routes/put-artifacts-id-changesets-changeset-id-comment.ts'
import { putTrackerReportsId } from './routes/put-tracker-reports-id.ts'

/** Artifacts with their history and links. */
export const artifacts: Slice = {
  routes: [
    deleteArtifactsId,
    deleteArtifactsIdChangesetsChangesetIdComment,
    getArtifactFilesId,
    getArtifactSuggestions,
    getArtifacts,
    getArtifactsId,
    getArtifactsIdChangesets,
    getArtifactsIdChangesetsChangesetIdCommentVersions,
    getArtifactsIdExplain,
    getArtifactsIdLinkedArtifacts,
    getArtifactsIdLinks,
    getChanges,
    getChangesStream,
    getProjectsIdActivity,
    getProjectsIdHeartbeats,
    getProjectsIdLateArtifacts,
    getProjectsIdTrackerCounts,
    getProjectsIdUserSuggestions,
    getTrackerReportsIdArtifacts,
    postTrackerReports,
    putTrackerReportsId,
    getTrackersIdArtifactExport,
    getTrackersIdArtifactGroups,
    getTrackersIdArtifactGroupHistory,
    getTrackersIdArtifacts,
    getTrackersIdFieldSums,
    getTrackersIdOpenArtifactAges,
    getTrackersIdParentArtifacts,
    getTrackersIdUsedArtifactLinks,
    getUsersIdArtifacts,
    patchArtifactsId,
    patchTrackersIdArtifactOrder,
    postArtifacts,
    postProjectsIdExtractReferences,
    postProjectsIdTextPreviews,
    postTrackersIdArtifactChanges,
    postTrackersIdArtifactImports,
    postSearch,
    putArtifactsId,
    putArtifactsIdChangesetsChangesetIdComment,
  ],
  endpoints: [attachments, previews],
  jobs: [],
  stop: (world) => getChangeFeed(world).stop(),
}
