import { Refusal } from '../../kit/refusal.ts'

/** What is wrong with something that was sent: gathered, so that all of it is told at once. */
export interface Problems {
  add(text: string): void
  /** Ends the request when there was any. */
  throwIfAny(): void
}

/** More are not read by anybody. */
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
