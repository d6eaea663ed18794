import { inject } from 'vitest'

/**
 * Returns how many rounds a test of races, kills or generated examples runs: the number in the environment variable, which
 * the drills set; otherwise few in `npm test`, more in `npm run test:all`.
 */
export function roundsOf(variable: string, rounds: { readonly quick: number; readonly full: number }): number {
  const given = process.env[variable]
  if (given !== undefined) return Number(given)
  return inject('isFullMatrix') ? rounds.full : rounds.quick
}
