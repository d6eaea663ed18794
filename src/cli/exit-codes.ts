import { ArchiveProblem } from '../archives/problem.ts'
import { ConfigProblem } from '../kit/config.ts'
import { Refusal } from '../kit/refusal.ts'
import { Complaint } from './complaint.ts'
import { UsageProblem } from './usage-problem.ts'

export const exitCode = { done: 0, refused: 1, usage: 2, internal: 3 } as const

export interface Ending {
  readonly code: number
  /** For people, on standard error; several lines when there is much to say. */
  readonly message: string
  /** What a program wants to know was printed already. */
  readonly isTold?: boolean
}

// What the way to a database says when nobody is at home there: the operator's matter, no stack needed.
const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
]
const inaccessible: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOSPC',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
]

/** How a command that failed ends. */
export function endingOf(problem: unknown): Ending {
  if (problem instanceof UsageProblem || problem instanceof ConfigProblem)
    return { code: exitCode.usage, message: problem.message }
  if (problem instanceof Complaint) return { code: exitCode.refused, message: problem.message, isTold: true }
  if (problem instanceof Refusal) return { code: exitCode.refused, message: problem.message || problem.kind }
  if (problem instanceof ArchiveProblem) return { code: exitCode.refused, message: problem.message }
  if (!(problem instanceof Error)) return { code: exitCode.internal, message: String(problem) }
  const code = codeOf(problem)
  if (unreachable.includes(code))
    return { code: exitCode.refused, message: `The database cannot be reached: ${problem.message || code}` }
  if (inaccessible.includes(code)) return { code: exitCode.refused, message: problem.message }
  return { code: exitCode.internal, message: problem.stack ?? problem.message }
}

const codeOf = (problem: Error): unknown =>
  'code' in problem ? problem.code : problem instanceof AggregateError ? codeOf(problem.errors[0]) : undefined
