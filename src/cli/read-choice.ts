import { UsageProblem } from './usage-problem.ts'

/** One of a few words. */
export function readChoice<Choice extends string>(what: string, choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((each) => each === text.toLowerCase())
  if (choice === undefined) throw new UsageProblem(`"${text}" is no ${what}: use ${choices.join(', ')}`)
  return choice
}
