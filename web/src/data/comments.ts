import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ChangesetRepresentation } from '../../../src/artifacts/representations/changeset.ts'
import { readList, readResource, sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'

type CommentFormat = 'text' | 'html' | 'commonmark'

/** The text of a comment, and which user groups can read it; no groups: all users who see the artifact. */
export interface CommentInput {
  readonly body: string
  readonly format: CommentFormat
  readonly ugroups: readonly string[]
}

const maxAttempts = 4

/**
 * Adds a comment. Without a response it tries again, unless the latest comment shows that the attempt was saved. Throws a
 * `Failure` after the last attempt, or when the comment is refused.
 */
export async function addComment(artifact: number, author: number, input: CommentInput): Promise<void> {
  const path = `/artifacts/${artifact}`
  const comment = {
    body: input.body,
    format: input.format,
    ...(input.ugroups.length > 0 && { ugroups: input.ugroups }),
  }
  const before = await findLatestComment(artifact)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendChange('PUT', path, { values: [], comment }, { mustBeCurrent: true })
      break
    } catch (thrown) {
      if (!(thrown instanceof Failure) || attempt === maxAttempts) throw thrown
      if (thrown.status === 412) await readResource<ArtifactRepresentation>(path)
      else if (thrown.status === 0 || thrown.status >= 502) {
        await new Promise((resolve) => setTimeout(resolve, 1000 * attempt))
        const latest = await findLatestComment(artifact).catch(() => undefined)
        const isSaved = latest !== undefined && latest.id !== before?.id && latest.submitted_by === author
        if (isSaved) break
      } else throw thrown
    }
  }
  await renewArtifact(artifact)
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
