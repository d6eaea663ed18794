import type { Message } from '../../kit/messages/message.ts'
import type { RefusalCode, RemarkCode } from '../../trackers/xml/finding-codes.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'

/** A problem or remark about an archive, with its location. */
export interface Finding {
  readonly code: RefusalCode | RemarkCode
  readonly file: string
  /** null: about the file as a whole */
  readonly line: number | null
  readonly text: Message
  /** Number of occurrences; `line` is the first. */
  readonly count: number
}

/** Expected failures as values, so that an import reports all of them at once. */
export type CheckResult<T> =
  | { readonly ok: T }
  | { readonly problems: readonly Finding[]; readonly remarks: readonly Finding[] }

/** All findings in order. */
export interface Findings {
  readonly problems: readonly Finding[]
  readonly remarks: readonly Finding[]
  /** Number of remarks beyond the limit. */
  readonly unlisted: number
  on(file: string): FindingReporter
}

// A large archive may repeat a finding for each artifact: memory use must stay constant.
const maxRemarks = 1000
const maxProblems = 10_000

export function gatherFindings(): Findings {
  const problems = distinctFindings(maxProblems)
  const remarks = distinctFindings(maxRemarks)
  return {
    get problems() {
      return problems.list()
    },
    get remarks() {
      return remarks.list()
    },
    get unlisted() {
      return remarks.dropped()
    },
    on: (file) => ({
      problem: (code, line, text) => problems.add({ code, file, line, text }),
      remark: (code, line, text) => remarks.add({ code, file, line, text }),
    }),
  }
}

/** Findings with the same text are one entry with a count (docs/api/archive-format.md §1.8). */
function distinctFindings(max: number) {
  const entries = new Map<string, { finding: Omit<Finding, 'count'>; count: number }>()
  let dropped = 0
  return {
    add(finding: Omit<Finding, 'count'>): void {
      const key = `${finding.file}\n${finding.code}\n${finding.text}`
      const entry = entries.get(key)
      if (entry !== undefined) entry.count += 1
      else if (entries.size < max) entries.set(key, { finding, count: 1 })
      else dropped += 1
    },
    list: (): Finding[] => [...entries.values()].map(({ finding, count }) => ({ ...finding, count })),
    dropped: () => dropped,
  }
}

/** A finding about the whole archive. */
export const toFinding = (code: Finding['code'], file: string, text: Message): Finding => ({
  code,
  file,
  line: null,
  text,
  count: 1,
})

/** `project.xml:12: text (3 times)`, for a terminal. */
export const formatFinding = ({
  file,
  line,
  text,
  count,
}: Omit<Finding, 'text'> & { text: string | Message }): string =>
  `${file}${line === null ? '' : `:${line}`}: ${text}${count === 1 ? '' : ` (${count} times)`}`
