import { buildIndexRows, replaceTexts } from '../../fields/storage/indexes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { bumpRevision } from '../../kit/db/revisions.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { addCommentTexts } from '../store/add-changesets.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { loadLatestComments, removeCommentTexts } from '../store/comment-texts.ts'
import { isReindexingDue, lockNextToReindex, markReindexed } from '../store/reindexing.ts'

/**
 * Builds the text index of artifacts that are older than the index, a few hundred per transaction, so that an
 * interrupted run resumes where it stopped. If there is nothing to do, it costs one query.
 */
export async function reindexTexts({ db, log }: Pick<World, 'db' | 'log'>, batchSize = 500): Promise<void> {
  if (!(await isReindexingDue(db.read))) return
  log.info('reindexing texts of artifacts')
  while (await db.write((tx) => reindexBatch(tx, batchSize)));
  log.info('reindexed texts of artifacts')
}

/** Returns whether there may be more. */
async function reindexBatch(tx: Tx, count: number): Promise<boolean> {
  const ids = await lockNextToReindex(tx, count)
  if (ids === undefined) return false
  const isLast = ids.length < count
  if (ids.length > 0) await reindex(tx, ids)
  await markReindexed(tx, isLast ? undefined : ids.at(-1))
  return !isLast
}

async function reindex(tx: Tx, ids: readonly ArtifactId[]): Promise<void> {
  const artifacts = [...(await loadArtifacts(tx, ids)).values()]
  const trackers = await loadTrackers(tx, [...new Set(artifacts.map(({ trackerId }) => trackerId))])
  const rows = artifacts.flatMap(({ id, trackerId, values }) =>
    buildIndexRows(id, trackers.get(trackerId)?.fields ?? [], values),
  )
  await replaceTexts(tx, ids, rows)
  await removeCommentTexts(tx, ids)
  await addCommentTexts(tx, await loadLatestComments(tx, ids))
  // The change log has no entry for this, so cached text results are invalidated here.
  await bumpRevision(tx, 'trackers')
}
