import { Refusal } from '../../kit/refusal.ts'

/** Collects the problems of an input, so that they are returned together. */
export interface Problems {
  add(text: string): void
  /** Ends the request when there was any. */
  throwIfAny(): void
}

/** Further problems are omitted. */
const maxProblems = 100

export function collectProblems(): Problems {
  const problems: string[] = []
  return {
    add(text) {
      if (problems.length < maxProblems) problems.push(text)
    },
    throwIfAny() {
      if (problems.length > 0) throw new Refusal('invalid', problems.join(' '), { translatedList: problems })
    },
  }
}
