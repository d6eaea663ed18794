import { UsageError } from '../context/usage-error.ts'

/** Parses one of a fixed set of words. */
export function parseChoice<Choice extends string>(what: string, choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((each) => each === text.toLowerCase())
  if (choice === undefined) throw new UsageError(`Invalid ${what} "${text}". Use one of: ${choices.join(', ')}`)
  return choice
}
