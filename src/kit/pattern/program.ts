import { type CharSet, containsCode, wordCharacters } from './char-set.ts'
import type { Edge, Pattern } from './pattern.ts'

/** A pattern as instructions of an automaton, several of which may be active at once. */
type Instruction =
  | { readonly kind: 'one'; readonly of: CharSet; readonly then: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly then: number }
  | { readonly kind: 'either'; readonly of: readonly number[] }
  | { readonly kind: 'found' }

export interface PatternProgram {
  readonly steps: readonly Instruction[]
  readonly start: number
  /** Where a class of characters begins that no instruction distinguishes; the first at 0. */
  readonly bounds: readonly number[]
  /** By class, those of the character instructions that accept it. */
  readonly taking: readonly Uint8Array[]
  /** By class. */
  readonly isWord: readonly boolean[]
  readonly edges: ReadonlySet<Edge>
}

export function compileProgram(pattern: Pattern): PatternProgram {
  const steps: Instruction[] = [{ kind: 'found' }]
  const start = append(steps, pattern, 0)
  const sets = new Set(steps.flatMap((step) => (step.kind === 'one' ? [step.of] : [])))
  const edges = new Set(steps.flatMap((step) => (step.kind === 'edge' ? [step.edge] : [])))
  if (edges.has('word') || edges.has('no word')) sets.add(wordCharacters)
  const all = [...sets].flatMap((set) => set.flatMap(([from, to]) => [from, to + 1]))
  const bounds = [...new Set([0, ...all])].sort((a, b) => a - b)
  const memberships = new Map([...sets].map((set) => [set, bounds.map((bound) => containsCode(set, bound))]))
  const taking = bounds.map((_, index) =>
    Uint8Array.from(steps, (step) => (step.kind === 'one' && memberships.get(step.of)?.[index] ? 1 : 0)),
  )
  return { steps, start, bounds, taking, isWord: bounds.map((bound) => containsCode(wordCharacters, bound)), edges }
}

/** Adds the instructions of a pattern that lead to the instruction `then`; returns the first of them. */
function append(steps: Instruction[], pattern: Pattern, then: number): number {
  switch (pattern.kind) {
    case 'one':
    case 'edge':
      return steps.push({ ...pattern, then }) - 1
    case 'sequence':
      return pattern.of.reduceRight((next, each) => append(steps, each, next), then)
    case 'choice':
      return steps.push({ kind: 'either', of: pattern.of.map((each) => append(steps, each, then)) }) - 1
    case 'repeat': {
      let next = then
      if (pattern.to === null) {
        next = steps.push({ kind: 'either', of: [] }) - 1
        steps[next] = { kind: 'either', of: [append(steps, pattern.of, next), then] }
      } else {
        for (let time = pattern.from; time < pattern.to; time++)
          next = steps.push({ kind: 'either', of: [append(steps, pattern.of, next), then] }) - 1
      }
      for (let time = 0; time < pattern.from; time++) next = append(steps, pattern.of, next)
      return next
    }
    default:
      return pattern satisfies never
  }
}
