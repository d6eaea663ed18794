import { UsageProblem } from './usage-problem.ts'

/** An id as an operator writes it; what it names is looked up before it means anything. */
export function readId<Id extends number>(text: string): Id {
  if (!/^\d{1,15}$/.test(text)) throw new UsageProblem(`"${text}" is no id: an id is a number`)
  return Number(text) as Id
}
