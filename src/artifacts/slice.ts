import type { Slice } from '../kit/slice.ts'
import { runBuild } from './jobs/run-build.ts'
import { deleteArtifactsId } from './routes/delete-artifacts-id.ts'
import { getArtifacts } from './routes/get-artifacts.ts'
import { getArtifactsId } from './routes/get-artifacts-id.ts'
import { getArtifactsIdChangesets } from './routes/get-artifacts-id-changesets.ts'
import { getArtifactsIdLinkedArtifacts } from './routes/get-artifacts-id-linked-artifacts.ts'
import { getArtifactsIdLinks } from './routes/get-artifacts-id-links.ts'
import { getProjectsIdHeartbeats } from './routes/get-projects-id-heartbeats.ts'
import { getTrackersIdArtifacts } from './routes/get-trackers-id-artifacts.ts'
import { getTrackersIdParentArtifacts } from './routes/get-trackers-id-parent-artifacts.ts'
import { getTrackersIdUsedArtifactLinks } from './routes/get-trackers-id-used-artifact-links.ts'
import { getUsersIdArtifacts } from './routes/get-users-id-artifacts.ts'
import { patchArtifactsId } from './routes/patch-artifacts-id.ts'
import { postArtifacts } from './routes/post-artifacts.ts'
import { postProjectsIdExtractReferences } from './routes/post-projects-id-extract-references.ts'
import { putArtifactsId } from './routes/put-artifacts-id.ts'

/** What artifacts bring: reading them, their history and their links. */
export const artifacts: Slice = {
  routes: [
    deleteArtifactsId,
    getArtifacts,
    getArtifactsId,
    getArtifactsIdChangesets,
    getArtifactsIdLinkedArtifacts,
    getArtifactsIdLinks,
    getProjectsIdHeartbeats,
    getTrackersIdArtifacts,
    getTrackersIdParentArtifacts,
    getTrackersIdUsedArtifactLinks,
    getUsersIdArtifacts,
    patchArtifactsId,
    postArtifacts,
    postProjectsIdExtractReferences,
    putArtifactsId,
  ],
  jobs: [runBuild],
}
