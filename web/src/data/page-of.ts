import { useSearch } from 'wouter'
import { offsetIn } from './first-reads.ts'

/** Where the page of a collection begins that the address asks for. */
export const useOffset = (): number => offsetIn(new URLSearchParams(useSearch()))

/** The same address with other questions; what is empty is left out. */
export function withQuestions(path: string, questions: Readonly<Record<string, string | number>>): string {
  const said = Object.entries(questions).filter(([, value]) => value !== '' && value !== 0)
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}
