import { joinMessages, type Message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** Collects the problems of an input, so that they are returned together. */
export interface Problems {
  add(problem: Message): void
  /** Ends the request when there was any. */
  throwIfAny(): void
}

/** Further problems are omitted. */
const maxProblems = 100

export function collectProblems(): Problems {
  const problems: Message[] = []
  return {
    add(problem) {
      if (problems.length < maxProblems) problems.push(problem)
    },
    throwIfAny() {
      if (problems.length > 0) throw new Refusal('invalid', joinMessages(problems), { translatedList: problems })
    },
  }
}
