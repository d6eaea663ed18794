import { Refusal } from './refusal.ts'

/** Seconds after which a client may try again when a service is unavailable. */
export const retryAfterSeconds = 5

/** PostgreSQL was lost before a COMMIT was sent: nothing of the work has happened, so it may be run again. */
export class DatabaseLostError extends Error {
  /** Of the cause, such as ECONNREFUSED. */
  readonly code: unknown

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'DatabaseLostError'
    this.code = codeOf(cause)
  }
}

/** PostgreSQL was lost between a COMMIT and its response: the change may have happened or not. */
export class UnknownCommitError extends Error {
  constructor(cause: Error) {
    super(`The result of a commit is unknown: ${cause.message}`, { cause })
    this.name = 'UnknownCommitError'
  }
}

/**
 * Returns the refusal for a request that failed because the server lacks a resource: PostgreSQL (or another service)
 * cannot be reached, or the disk is full. Returns undefined for every other failure.
 */
export function createOutageRefusal(problem: unknown): Refusal | undefined {
  for (let each = problem, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth++) {
    if (isFull(each))
      return new Refusal(
        'out-of-space',
        'The server has no room left to store this. Ask its administrator to make room.',
      )
    if (isLockTimeout(each))
      return new Refusal('unavailable', 'Another change of the same data takes too long. Try again later.')
    if (each instanceof UnknownCommitError)
      return new Refusal(
        'unavailable',
        'The database was lost while the change was saved: it may have happened or not. Send the request again with the same Idempotency-Key, or look at the result before you send it again.',
      )
    if (each instanceof DatabaseLostError || isUnreachable(each))
      return new Refusal('unavailable', 'The database cannot be reached at the moment. Try again later.')
  }
  return undefined
}

function codeOf(problem: Error): unknown {
  return 'code' in problem ? problem.code : undefined
}

/** PostgreSQL's `lock_not_available`: a wait for a lock took longer than its timeout. */
export const isLockTimeout = (problem: unknown): boolean => problem instanceof Error && codeOf(problem) === '55P03'

/**
 * SQLite's primary result code for a full disk; PostgreSQL's `disk_full`; and the error codes of the operating system.
 */
const sqliteFull = 13
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

function isFull(problem: Error): boolean {
  const sqlite = 'errcode' in problem && typeof problem.errcode === 'number' ? problem.errcode & 0xff : undefined
  return sqlite === sqliteFull || fullCodes.has(codeOf(problem))
}

/** A connection that cannot be established or was lost. */
const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
/**
 * PostgreSQL shuts down or starts up, has no connection left, or ended a transaction that sent nothing for long (Appendix A
 * of its manual).
 */
const postgresCodes = /^(08...|57P0[1-3]|53300|25P03)$/
/** Messages of the driver for a lost connection, which have no code. */
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

/** Returns whether an error means that a connection was lost or could not be established. */
export function isUnreachable(problem: Error): boolean {
  const code = codeOf(problem)
  if (lostCodes.has(code)) return true
  if (typeof code === 'string') return postgresCodes.test(code)
  return driverMessages.test(problem.message)
}
