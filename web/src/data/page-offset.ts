import { useSearch } from 'wouter'
import { readOffset } from './route-queries.ts'

/** Offset of a collection page, from the URL. */
export const useOffset = (): number => readOffset(new URLSearchParams(useSearch()))

/** Returns the path with other query parameters; empty ones are omitted. */
export function withQuery(path: string, questions: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(questions).filter(([, value]) => value !== '' && value !== 0)
  return pairs.length === 0
    ? path
    : `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}
