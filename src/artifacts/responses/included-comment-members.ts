import { epochOf } from '../../kit/caches/revision-cache.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactAccessHeader } from '../model/artifact.ts'
import type { StoredComment } from '../model/changeset.ts'
import { buildCommentTag } from '../model/comment-tag.ts'
import { canChangeComment, explainUpdate } from '../policy.ts'
import { getLocationInTracker, loadFactsOf } from '../reads/artifact-location.ts'
import { loadWritingCaller } from '../reads/writing-caller.ts'
import type { IncludedCommentMembers } from '../representations/changeset.ts'
import type { RequestViewer } from './artifact-cache.ts'

/** Returns a function for the members of comments that `include` requests (docs/api/extensions.md §2). */
export async function loadCommentDescriber(
  world: Pick<World, 'db' | 'cache'>,
  viewer: RequestViewer,
  artifact: ArtifactAccessHeader,
  names: ReadonlySet<keyof IncludedCommentMembers>,
): Promise<(comment: StoredComment | null) => IncludedCommentMembers> {
  const caller = await loadWritingCaller(world, viewer.caller)
  const location = await getLocationInTracker(world, artifact.trackerId)
  const facts = await loadFactsOf(world.db.read, caller, artifact, location)
  const steps = explainUpdate({ caller, artifact, location, facts })
  const canUpdateArtifact = steps.every(({ verdict }) => verdict === 'yes')
  const epoch = epochOf(viewer.revisionKey)
  return (comment) => ({
    ...(names.has('can_update') && {
      can_update: canUpdateArtifact && comment !== null && canChangeComment(caller, comment, location.tracker),
    }),
    ...(names.has('etag') && {
      etag: comment === null || comment.body === '' ? null : buildCommentTag(comment, epoch),
    }),
  })
}
