/** One thing to be said about an archive, and where. */
export interface Finding {
  readonly file: string
  /** null: about the file as a whole */
  readonly line: number | null
  readonly text: string
}

/** Expected failures as values: an import that stops at the first one wastes an administrator's afternoon. */
export type Checked<T> =
  | { readonly ok: T }
  | { readonly problems: readonly Finding[]; readonly remarks: readonly Finding[] }

/** What is said about one file. A problem stops the import before it writes; a remark tells what it leaves out. */
export interface Notes {
  problem(line: number | null, text: string): void
  remark(line: number | null, text: string): void
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
const mostRemarks = 1000
const mostProblems = 10_000

export function gatherFindings(): Findings {
  const problems: Finding[] = []
  const remarks: Finding[] = []
  let unlisted = 0
  return {
    problems,
    remarks,
    get unlisted() {
      return unlisted
    },
    on: (file) => ({
      problem(line, text) {
        if (problems.length < mostProblems) problems.push({ file, line, text })
      },
      remark(line, text) {
        if (remarks.length < mostRemarks) remarks.push({ file, line, text })
        else unlisted += 1
      },
    }),
  }
}

/** `project.xml:12: text`, as a terminal shows it. */
export const findingText = ({ file, line, text }: Finding): string =>
  line === null ? `${file}: ${text}` : `${file}:${line}: ${text}`

/** For reading again what was checked: says nothing twice. */
export const silent: Notes = { problem() {}, remark() {} }
