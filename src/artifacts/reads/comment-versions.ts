import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { StoredComment } from '../model/changeset.ts'
import { filterVisibleCommentGroups, mayReadCommentVersions } from '../policy.ts'
import { loadCommentVersions as loadStoredVersions } from '../store/changesets.ts'
import { getLocationInTracker } from './artifact-location.ts'
import { getArtifact } from './get-artifact.ts'

/** Returns every version of a comment that the caller may read, the newest first, and its artifact; or throws. */
export async function getCommentVersions(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifactId: ArtifactId,
  changesetId: ChangesetId,
): Promise<{ readonly artifact: Artifact; readonly versions: StoredComment[] }> {
  const artifact = await getArtifact(world, caller, artifactId)
  const { tracker } = await getLocationInTracker(world, artifact.trackerId)
  const versions = await loadStoredVersions(world.db.read, artifactId, changesetId)
  mayReadCommentVersions(caller, versions.at(-1), tracker)
  return {
    artifact,
    versions: versions
      .map((version) => ({ ...version, groups: filterVisibleCommentGroups(caller, version, tracker) }))
      .reverse(),
  }
}
