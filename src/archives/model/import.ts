import type { ProjectId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/**
 * An archive becomes a project: `waiting` for its bytes, `queued` for a worker, `running`; then `done`, `failed` for
 * what was found in it, `expired` when its bytes did not come in time, or `cancelled` by its owner.
 */
export const importStatuses = ['waiting', 'queued', 'running', 'done', 'failed', 'expired', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Those in which its project is reserved. */
export const underWay: readonly ImportStatus[] = ['waiting', 'queued', 'running']

/** An archive that somebody uploads to make a project of it (docs/api/projects.md §5). */
export interface ProjectImport {
  /** Its own id too. The project is reserved as long as the import lasts, and gone when that comes to nothing. */
  readonly projectId: ProjectId
  readonly uploadId: number
  readonly userId: UserId
  readonly shortName: string
  readonly fileName: string
  readonly size: number
  readonly status: ImportStatus
  /** How often it was begun. */
  readonly attempts: number
  /** null: it has not ended, or nothing was read */
  readonly report: ArchiveReport | null
  readonly createdOn: EpochSeconds
  readonly finishedOn: EpochSeconds | null
}

export const isUnderWay = ({ status }: Pick<ProjectImport, 'status'>): boolean => underWay.includes(status)

/** What its owner is told at the end; long lists are cut. */
export interface ArchiveReport {
  readonly problems: readonly ToldFinding[]
  readonly furtherProblems: number
  readonly remarks: readonly ToldFinding[]
  readonly furtherRemarks: number
  readonly ignored: readonly string[]
}

export interface ToldFinding {
  /** As docs/archives.md lists them; reports of earlier versions have none. */
  readonly code?: string
  readonly file: string
  readonly line: number | null
  readonly text: string
  /** How often the archive gives this cause; reports of earlier versions do not count. */
  readonly count?: number
}

interface Found {
  readonly problems?: readonly ToldFinding[]
  readonly remarks?: readonly ToldFinding[]
  readonly furtherRemarks?: number
  readonly ignored?: readonly string[]
}

const mostTold = 500
const longestText = 1000

/** What is kept of what was found: an archive can make it long. */
export function cutReport({ problems = [], remarks = [], furtherRemarks = 0, ignored = [] }: Found): ArchiveReport {
  return {
    problems: problems.slice(0, mostTold).map(cutFinding),
    furtherProblems: Math.max(0, problems.length - mostTold),
    remarks: remarks.slice(0, mostTold).map(cutFinding),
    furtherRemarks: furtherRemarks + Math.max(0, remarks.length - mostTold),
    ignored: ignored.slice(0, mostTold).map(cut),
  }
}

const cutFinding = (finding: ToldFinding): ToldFinding => ({
  ...finding,
  file: cut(finding.file),
  text: cut(finding.text),
})
const cut = (text: string): string => text.slice(0, longestText).toWellFormed()

/** Seconds that an archive which is there waits for its import, should the server be away for long. */
export const importPatience = 7 * 86_400

/** Seconds that what became of an import can be asked for. */
export const importMemory = 7 * 86_400

/** How many one person may have under way. */
export const mostImports = 5

/** How often an import is begun: the server may be stopped meanwhile, or end by it. */
export const mostAttempts = 3
