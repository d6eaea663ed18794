import { Refusal } from '../../kit/refusal.ts'

/** What is wrong with something that was sent: gathered, so that all of it is told at once. */
export interface Problems {
  add(text: string): void
  /** Ends the request when there was any. */
  refuseIfAny(): void
}

/** More are not read by anybody. */
const most = 100

export function gatherProblems(): Problems {
  const found: string[] = []
  return {
    add(text) {
      if (found.length < most) found.push(text)
    },
    refuseIfAny() {
      if (found.length > 0) throw new Refusal('invalid', found.join(' '), { translatedList: found })
    },
  }
}
