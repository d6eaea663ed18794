import type { RefusalCode, RemarkCode } from './finding-codes.ts'

/** One problem or remark about an archive, and where it is. */
export interface Finding {
  readonly code: RefusalCode | RemarkCode
  readonly file: string
  /** null: about the file as a whole */
  readonly line: number | null
  readonly text: string
  /** How often the archive gives this cause; `line` is the first. */
  readonly count: number
}

/** Expected failures as values: an import that stops at the first one wastes an administrator's afternoon. */
export type Checked<T> =
  | { readonly ok: T }
  | { readonly problems: readonly Finding[]; readonly remarks: readonly Finding[] }

/** Findings in one file. A problem stops the import before it writes; a remark reports what it cures, and how. */
export interface Notes {
  problem(code: RefusalCode, line: number | null, text: string): void
  remark(code: RemarkCode, line: number | null, text: string): void
}

/** All that is found, in the order it is found. */
export interface Findings {
  readonly problems: readonly Finding[]
  readonly remarks: readonly Finding[]
  /** How many more remarks there were than are kept. */
  readonly unlisted: number
  on(file: string): Notes
}

// An archive of a hundred thousand artifacts may say the same of each: memory stays flat.
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

/** Findings of one text are one entry with a count (docs/api/archive-format.md §1.8). */
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

/** A finding that no document of the archive has, about the whole of it. */
export const findingOf = (code: Finding['code'], file: string, text: string): Finding => ({
  code,
  file,
  line: null,
  text,
  count: 1,
})

/** `project.xml:12: text (3 times)`, for a terminal. */
export const findingText = ({ file, line, text, count }: Finding): string =>
  `${file}${line === null ? '' : `:${line}`}: ${text}${count === 1 ? '' : ` (${count} times)`}`

/** For a second reading of what was checked: reports nothing twice. */
export const silent: Notes = { problem() {}, remark() {} }
