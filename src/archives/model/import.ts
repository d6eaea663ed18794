import { type Message, type StoredMessage, toStoredMessage } from '../../kit/messages/message.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/**
 * Status of an import: `waiting` for the upload, `queued` for a worker, `running`, `checked` when it waits for a
 * confirmation; then `done`, `failed` because of problems, `expired` because the upload or the confirmation did not
 * come in time, or `cancelled` by its owner.
 */
export const importStatuses = [
  'waiting',
  'queued',
  'running',
  'checked',
  'done',
  'failed',
  'expired',
  'cancelled',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Statuses in which the project is reserved. */
export const activeStatuses: readonly ImportStatus[] = ['waiting', 'queued', 'running', 'checked']

/** An import of an uploaded archive (docs/api/projects.md §5). */
export interface ProjectImport {
  /** Also the id of the import. The project is reserved during the import and deleted if the import fails. */
  readonly projectId: ProjectId
  readonly uploadId: number
  readonly userId: UserId
  readonly shortName: string
  readonly fileName: string
  readonly size: number
  readonly status: ImportStatus
  /** Number of attempts. */
  readonly attempts: number
  /** The owner wants to see what would be written before it is. */
  readonly isReviewed: boolean
  /** Logins of accounts by lower-case login of the archive, for an owner who may act for others. */
  readonly chosenAccounts: ReadonlyMap<string, string>
  /** null: not checked, or nothing was read */
  readonly report: ArchiveReport | null
  readonly createdOn: EpochSeconds
  readonly finishedOn: EpochSeconds | null
}

export const isImportActive = ({ status }: Pick<ProjectImport, 'status'>): boolean => activeStatuses.includes(status)

/** Report for the owner; long lists are truncated. */
export interface ArchiveReport {
  readonly problems: readonly ReportedFinding[]
  readonly furtherProblems: number
  readonly remarks: readonly ReportedFinding[]
  readonly furtherRemarks: number
  readonly ignored: readonly string[]
  /** null: problems were found; missing in reports of earlier versions. */
  readonly counts?: ImportCounts | null
  /** What becomes of the users of the archive; missing in reports of earlier versions. */
  readonly users?: readonly ReportedUser[]
  readonly furtherUsers?: number
}

export interface ImportCounts {
  readonly usersCreated: number
  readonly usersMatched: number
  readonly groups: number
  readonly trackers: number
  readonly fields: number
  readonly values: number
  readonly artifacts: number
  readonly repositories: number
  /** These four are null when the archive was only checked. */
  readonly changesets: number | null
  readonly comments: number | null
  readonly links: number | null
  readonly files: number | null
}

export interface ReportedUser {
  readonly login: string
  readonly realName: string
  readonly email: string
  /** `stranger`: the name stays as text */
  readonly becomes: 'existing' | 'new' | 'stranger'
  /** Login of the account that the user becomes, if it exists. */
  readonly account: string | null
}

export interface ReportedFinding {
  /** Code of docs/archives.md; missing in reports of earlier versions. */
  readonly code?: string
  readonly file: string
  readonly line: number | null
  readonly text: string
  /** The text for translations; missing in reports of earlier versions. */
  readonly message?: StoredMessage
  /** Number of occurrences; missing in reports of earlier versions. */
  readonly count?: number
}

/** A finding that is not stored yet. */
type FoundFinding = Omit<ReportedFinding, 'text' | 'message'> & { readonly text: Message }

interface ImportFindings {
  readonly problems?: readonly FoundFinding[]
  readonly remarks?: readonly FoundFinding[]
  readonly furtherRemarks?: number
  readonly ignored?: readonly string[]
  readonly counts?: ImportCounts
  readonly users?: readonly ReportedUser[]
}

const maxFindings = 500
const maxTextLength = 1000

/** Findings to store; their number can be large. */
export function truncateReport({
  problems = [],
  remarks = [],
  furtherRemarks = 0,
  ignored = [],
  counts,
  users = [],
}: ImportFindings): ArchiveReport {
  return {
    problems: problems.slice(0, maxFindings).map(truncateFinding),
    furtherProblems: Math.max(0, problems.length - maxFindings),
    remarks: remarks.slice(0, maxFindings).map(truncateFinding),
    furtherRemarks: furtherRemarks + Math.max(0, remarks.length - maxFindings),
    ignored: ignored.slice(0, maxFindings).map(truncateText),
    counts: counts ?? null,
    users: users.slice(0, maxFindings).map(truncateUser),
    furtherUsers: Math.max(0, users.length - maxFindings),
  }
}

function truncateFinding({ text, ...finding }: FoundFinding): ReportedFinding {
  const whole = `${text}`
  const short = truncateText(whole)
  const file = truncateText(finding.file)
  // A shortened text is not translated: its values are too long to be stored.
  return { ...finding, file, text: short, ...(short === whole ? { message: toStoredMessage(text) } : {}) }
}
const truncateUser = ({ login, realName, email, ...rest }: ReportedUser): ReportedUser => ({
  login: truncateText(login),
  realName: truncateText(realName),
  email: truncateText(email),
  ...rest,
})
const truncateText = (text: string): string => text.slice(0, maxTextLength).toWellFormed()

/** Time that an uploaded archive waits for its import, in case the server is down for long. */
export const importQueueSeconds = 7 * 86_400

/** Time that the result of an import is available. */
export const importRetentionSeconds = 7 * 86_400

/** Maximum number of active imports per user. */
export const maxImports = 5

/** Maximum number of attempts: the server may be stopped or crash during an import. */
export const maxAttempts = 3
