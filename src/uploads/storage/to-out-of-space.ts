import { Refusal } from '../../kit/messages/refusal.ts'

/** Throws the refusal for an error of a full disk, and any other error as it is. */
export function toOutOfSpace(problem: unknown): never {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refusal('out-of-space') : problem
}
