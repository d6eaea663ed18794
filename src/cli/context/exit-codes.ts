import { BackupError } from '../../app/backup/backup-error.ts'
import { ArchiveError } from '../../archives/container/archive-error.ts'
import { DatabaseVersionError } from '../../database/migrations/database-version-error.ts'
import { MoveError } from '../../database/move/move-error.ts'
import { PostgresProgramError } from '../../database/postgres/run-postgres-program.ts'
import { DatabaseLostError } from '../../kit/messages/outage.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { ConfigError } from '../../kit/system/config.ts'
import { CliError } from './cli-error.ts'
import { UsageError } from './usage-error.ts'

export const exitCode = { done: 0, refused: 1, usage: 2, internal: 3 } as const

export interface Exit {
  readonly code: number
  /** Message for standard error; may have several lines. */
  readonly message: string
  /** Whether the JSON output was already printed. */
  readonly hasOutput?: boolean
}

// Connection errors of databases: for the operator, without a stack trace.
const connectionErrorCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
]
const systemErrorCodes: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOSPC',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
]

/** Errors whose message is for the operator. */
const expectedErrors = [ArchiveError, DatabaseVersionError, MoveError, PostgresProgramError, BackupError]

/** Returns the exit code and message of a failed command. */
export function toExit(problem: unknown): Exit {
  if (problem instanceof UsageError || problem instanceof ConfigError)
    return { code: exitCode.usage, message: problem.message }
  if (problem instanceof CliError) return { code: exitCode.refused, message: problem.message, hasOutput: true }
  if (problem instanceof Refusal) return { code: exitCode.refused, message: problem.message || problem.kind }
  if (!(problem instanceof Error)) return { code: exitCode.internal, message: String(problem) }
  if (expectedErrors.some((type) => problem instanceof type))
    return { code: exitCode.refused, message: problem.message }
  const code = errorCode(problem)
  if (problem instanceof DatabaseLostError || connectionErrorCodes.includes(code))
    return { code: exitCode.refused, message: `Cannot connect to the database: ${problem.message || code}` }
  if (systemErrorCodes.includes(code)) return { code: exitCode.refused, message: problem.message }
  return { code: exitCode.internal, message: problem.stack ?? problem.message }
}

const errorCode = (problem: Error): unknown =>
  'code' in problem ? problem.code : problem instanceof AggregateError ? errorCode(problem.errors[0]) : undefined
