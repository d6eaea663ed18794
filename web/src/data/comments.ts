import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ChangesetRepresentation } from '../../../src/artifacts/representations/changeset.ts'
import { type ListResult, readList, readResource, sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'
import { computeRetryPause, hasNoAnswer, pause } from './retry.ts'
import { historyQuery } from './route-queries.ts'

type CommentFormat = 'text' | 'html' | 'commonmark'

/** The text of a comment, and which user groups can read it; no groups: all users who see the artifact. */
export interface CommentInput {
  readonly body: string
  readonly format: CommentFormat
  readonly ugroups: readonly string[]
}

/**
 * Adds a comment. Without an answer it tries again until it gets one, unless the latest comment shows that an attempt was
 * saved; `onRetry` receives when, in milliseconds since 1970. Throws a `Failure` when the comment is refused.
 */
export async function addComment(
  artifact: number,
  author: number,
  input: CommentInput,
  onRetry: (at: number | null) => void,
): Promise<void> {
  const path = `/artifacts/${artifact}`
  const comment = {
    body: input.body,
    format: input.format,
    ...(input.ugroups.length > 0 && { ugroups: input.ugroups }),
  }
  const latestId = latestKnownChangeset(artifact)
  let wasLost = false
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (wasLost && (await isSaved(artifact, author, input.body, latestId))) break
      await sendChange('PUT', path, { values: [], comment }, { mustBeCurrent: true })
      break
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      if (thrown.status === 412) await readResource<ArtifactRepresentation>(path)
      else if (hasNoAnswer(thrown)) {
        wasLost ||= thrown.status !== 429
        const ms = computeRetryPause(thrown, attempt)
        onRetry(Date.now() + ms)
        await pause(ms, () => undefined)
        onRetry(null)
      } else throw thrown
    }
  }
  await renewArtifact(artifact)
}

/** The newest changeset that the page knows: an attempt that was saved is newer. */
function latestKnownChangeset(artifact: number): number {
  const key = buildQueryKey(historyQuery(artifact).path)
  const pages = queryCache.getQueryData<{ readonly pages: readonly ListResult<ChangesetRepresentation>[] }>(key)?.pages
  return pages?.[0]?.items[0]?.id ?? 0
}

async function isSaved(artifact: number, author: number, body: string, after: number): Promise<boolean> {
  const latest = await findLatestComment(artifact)
  if (latest === undefined || latest.id <= after || latest.submitted_by !== author) return false
  const { commonmark, body: text } = latest.last_comment
  return (commonmark ?? text).trim() === body.trim()
}

async function findLatestComment(artifact: number): Promise<ChangesetRepresentation | undefined> {
  const query = { fields: 'comments', order: 'desc', limit: 1 }
  return (await readList<ChangesetRepresentation>(`/artifacts/${artifact}/changesets`, query)).items[0]
}

const getCommentPath = (artifact: number, changeset: number): string =>
  `/artifacts/${artifact}/changesets/${changeset}/comment`

/** Replaces the text of a comment; the version before stays in its history. */
export async function editComment(artifact: number, changeset: number, body: string): Promise<void> {
  await sendChange('PUT', getCommentPath(artifact, changeset), { body })
  await renewArtifact(artifact)
}

export async function deleteComment(artifact: number, changeset: number): Promise<void> {
  await sendChange('DELETE', getCommentPath(artifact, changeset))
  await renewArtifact(artifact)
}

const renewArtifact = (artifact: number): Promise<void> =>
  queryCache.invalidateQueries({ queryKey: buildQueryKey(`/artifacts/${artifact}`) })
