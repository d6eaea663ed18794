import { readEpoch } from '../../database/changes/database-epoch.ts'
import type { Tx } from '../../database/db/db.ts'
import type { LogEntry } from '../../database/effects/log-entry.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import { findMentions } from '../../fields/texts/references.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, ChangesetId, CommentId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { isExcluded, matchesPrecondition, type Precondition } from '../../kit/values/precondition.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Authorship, Comment, StoredComment } from '../model/changeset.ts'
import { buildCommentTag } from '../model/comment-tag.ts'
import { type ArtifactLocation, mayChangeComment, mayUpdateArtifact } from '../policy.ts'
import { getArtifactLocation, isArtifactVisible } from '../reads/artifact-location.ts'
import { addCommentVersion } from '../store/add-changesets.ts'
import { lockArtifact } from '../store/artifacts.ts'
import { loadChangesets, loadCommentVersions } from '../store/changesets.ts'
import { removeReferences } from '../store/rewrite-artifact.ts'
import { buildCommentVersion, type CommentInput } from './build-comment.ts'
import { recordReferences } from './record-references.ts'

interface CommentChange {
  readonly artifactId: ArtifactId
  readonly changesetId: ChangesetId
  /** null: the comment is deleted */
  readonly input: CommentInput | null
  /** Of the comment, not of the artifact. */
  readonly precondition: Pick<Precondition, 'tags' | 'noneOf'>
}

/**
 * Edits or deletes a comment (docs/decisions/0047-edit-comments.md): adds a version, which is empty after a deletion.
 * Returns the id of the last version.
 */
export async function changeComment(world: CommandWorld, caller: Caller, change: CommentChange): Promise<CommentId> {
  const { artifactId } = change
  for (;;) {
    // Load cached data before the transaction so that it holds no locks while waiting.
    const location = await getArtifactLocation(withReads(world), artifactId)
    const result = await world.db.write(async (tx) => {
      const artifact = await lockArtifact(tx, artifactId)
      if (artifact === undefined) throw new Refusal('absent')
      if (artifact.trackerId !== location.tracker.id) return 'moved'
      mayUpdateArtifact(caller, artifact, location, await isArtifactVisible(tx, caller, artifact, location))
      return applyChange(tx, world, caller, artifact, location, change)
    })
    // The artifact was moved meanwhile: retry with its new tracker.
    if (result !== 'moved') return result
  }
}

async function applyChange(
  tx: Tx,
  world: Pick<CommandWorld, 'clock'>,
  caller: Caller,
  artifact: Artifact,
  location: ArtifactLocation,
  { changesetId, input, precondition }: CommentChange,
): Promise<CommentId> {
  const { tracker } = location
  const [versions, epoch] = await runPipelined(
    tx,
    () => loadCommentVersions(tx, artifact.id, changesetId),
    () => readEpoch(tx),
  )
  const permit = mayChangeComment(caller, versions.at(-1), tracker)
  const { subject: before } = permit
  assertCommentUnmodified(precondition, tracker, buildCommentTag(before, epoch))
  const by: Authorship = { submittedBy: getUserId(caller), submittedEmail: null, submittedOn: world.clock.now() }
  const after: Comment =
    input === null
      ? { ...by, body: '', format: 'text', groups: before.groups }
      : await buildCommentVersion(tx, before, input, { place: location, by })
  if (isSameComment(before, after)) return before.id
  const entry: LogEntry = {
    kind: 'comment_changed',
    artifactId: artifact.id,
    trackerId: tracker.id,
    projectId: tracker.projectId,
    changesetId,
    userId: by.submittedBy,
    at: by.submittedOn,
    audience: 'none',
  }
  const id = await addCommentVersion(tx, permit, { artifactId: artifact.id, changesetId, comment: after, log: [entry] })
  await updateReferences(tx, permit, artifact, tracker, after)
  return id
}

const isSameComment = (before: Comment, after: Comment): boolean =>
  before.body === after.body &&
  before.format === after.format &&
  JSON.stringify(before.groups) === JSON.stringify(after.groups)

/** Throws if the comment has another version than the client names, or, in trackers that require it, names none. */
function assertCommentUnmodified(
  { tags, noneOf }: CommentChange['precondition'],
  { options }: Tracker,
  etag: string,
): void {
  const tag = etag.slice(1, -1)
  const headers = { Etag: etag }
  if (isExcluded({ noneOf }, tag)) throw new Refusal('stale', excludedVersion, { headers })
  if (tags === undefined && options.requiresPreconditions)
    throw new Refusal('precondition-required', missingPrecondition, { headers })
  if (!matchesPrecondition({ tags }, { tag, date: 0 })) throw new Refusal('stale', staleVersion, { headers })
}

const missingPrecondition = message`This tracker requires a precondition. Send the ETag of the comment to change in If-Match.`
const excludedVersion = message`If-None-Match excludes the current version of the comment.`
const staleVersion = message`The comment has been modified since you last requested it. Edit the latest version.`

/**
 * Updates the mentions of other artifacts. Other texts of the artifact may mention the same artifacts, so all of its
 * texts are read if a mention may have to be removed.
 */
async function updateReferences(
  tx: Tx,
  permit: Permit<'change comment', StoredComment>,
  artifact: Artifact,
  { fields }: Tracker,
  after: Comment,
): Promise<void> {
  const hasMentions = ({ body }: Comment): boolean => findMentions(body).length > 0
  if (!hasMentions(permit.subject)) {
    if (hasMentions(after))
      await recordReferences(tx, [
        { permit, artifact, fields, changesets: [{ ...after, values: {}, comments: [after] }] },
      ])
    return
  }
  await removeReferences(tx, permit, artifact.id)
  const changesets = (await loadChangesets(tx, artifact.id)).map((changeset) => ({
    ...changeset,
    comments: changeset.comment === null ? [] : [changeset.comment],
  }))
  await recordReferences(tx, [{ permit, artifact, fields, changesets }])
}
