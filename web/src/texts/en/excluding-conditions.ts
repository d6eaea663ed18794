import { formatCount, formatPlural } from './states.ts'

/** Which condition of a query without results excludes all artifacts. */
export const excludingConditions = {
  title: (n: number): string =>
    n === 1
      ? 'This condition excludes all artifacts:'
      : `Each of these ${formatCount(n)} conditions excludes the rest:`,
  word: (word: string): string => `Word “${word}”`,
  remove: (condition: string): string => `Remove ${condition}`,
  found: (n: number): string => formatPlural(n, 'artifact without it', 'artifacts without it'),
}

export type ExcludingConditionsTexts = typeof excludingConditions
