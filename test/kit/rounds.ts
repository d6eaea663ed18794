import { isFullMatrix, isRestOfMatrix } from './full-matrix.ts'

/**
 * Returns the number of rounds of a test of races, crashes or generated examples: the value of the environment
 * variable, which drills set; otherwise few in `npm test` and in the rest of the matrix, which is for the other database,
 * and more in `npm run test:all`.
 */
export function getRounds(variable: string, rounds: { readonly quick: number; readonly full: number }): number {
  const value = process.env[variable]
  if (value !== undefined) return Number(value)
  return isFullMatrix && !isRestOfMatrix ? rounds.full : rounds.quick
}
