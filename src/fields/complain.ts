import type { Accepting } from './writing.ts'

/** Tells a problem; there is no value then. */
export function complain(context: Accepting, sentence: string): undefined {
  context.problem(sentence)
}
