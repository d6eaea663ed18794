import { epochOf } from '../../kit/caches/revision-cache.ts'
import type { Answer } from '../declarations/route.ts'

interface AnswerAtRevision {
  /** Of the beginning of the request. */
  readonly revisionKey: string
  readonly answer: Answer
}

/** A shorter request has not waited for another primary. */
const failoverMs = 1000

/**
 * Answers a read, and answers it again if the database has gone back to an earlier state meanwhile: the first answer may
 * consist of data of the one and of caches and tags of the other (docs/decisions/0062-database-epochs.md).
 */
export async function answerInOneEpoch<Answered extends AnswerAtRevision>(
  begin: () => Promise<Pick<AnswerAtRevision, 'revisionKey'>>,
  answer: () => Promise<Answered>,
  minFailoverMs = failoverMs,
): Promise<Answered> {
  const startedAt = performance.now()
  const first = await answer()
  if (performance.now() - startedAt < minFailoverMs || first.answer.stream !== undefined) return first
  const now = await begin()
  return epochOf(first.revisionKey) === epochOf(now.revisionKey) ? first : answer()
}
