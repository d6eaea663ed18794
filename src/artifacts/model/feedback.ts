import { Refusal } from '../../kit/refusal.ts'

/** Contract 30 §6.3: the whole feedback of a request, a line for each problem; nothing wrong, nothing done. */
export function refuseErrors(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', problems.map((each) => `error: ${each}\n`).join(''))
}

/** The same about the values of an update, which come without level (contract 30 §2.8). */
export function refuseValues(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', problems.map((each) => `${each}\n`).join(''))
}
