import type { Pattern } from './pattern.ts'

/** Texts of which at least one stands in whatever matches, each long enough for an index; none: nothing is known. */
export function neededTexts(pattern: Pattern): readonly string[] {
  const { exact, needed } = knownOf(pattern)
  return better(exact === undefined ? [] : [exact], needed)
}

// Trigrams know nothing of less.
const leastCharacters = 3
const mostTexts = 10
const mostCharacters = 100

interface Known {
  /** All that it matches. */
  readonly exact: string | undefined
  readonly needed: readonly string[]
}

function knownOf(pattern: Pattern): Known {
  switch (pattern.kind) {
    case 'one': {
      const [[from, to] = [0, 1], ...others] = pattern.of
      return from === to && others.length === 0 ? exactly(String.fromCodePoint(from)) : unknown
    }
    case 'edge':
      return exactly('')
    case 'sequence':
      return sequenceOf(pattern.of.map(knownOf))
    case 'choice': {
      const parts = pattern.of.map((each) => neededTexts(each))
      const needed = parts.every((each) => each.length > 0) ? [...new Set(parts.flat())] : []
      return { exact: undefined, needed: needed.length > mostTexts ? [] : needed }
    }
    case 'repeat': {
      const { from, to } = pattern
      if (from === 0) return unknown
      const inner = knownOf(pattern.of)
      if (inner.exact === undefined) return { exact: undefined, needed: inner.needed }
      const text = inner.exact.repeat(Math.min(from, mostCharacters))
      if (from === to && from <= mostCharacters) return exactly(text)
      return { exact: undefined, needed: better([text], inner.needed) }
    }
    default:
      return pattern satisfies never
  }
}

const unknown: Known = { exact: undefined, needed: [] }
const exactly = (text: string): Known => ({ exact: text, needed: [] })

/** What follows each other without a gap is one text. */
function sequenceOf(parts: readonly Known[]): Known {
  let run = ''
  let needed: readonly string[] = []
  for (const { exact, needed: inner } of parts) {
    if (exact !== undefined) run += exact
    else {
      needed = better(better([run], inner), needed)
      run = ''
    }
  }
  if (parts.every(({ exact }) => exact !== undefined)) return exactly(run)
  return { exact: undefined, needed: better([run], needed) }
}

/** The one whose shortest text is longer: it leaves fewer. */
function better(a: readonly string[], b: readonly string[]): readonly string[] {
  const [first, second] = [shortest(a), shortest(b)]
  if (Math.max(first, second) < leastCharacters) return []
  return (first >= second ? a : b).map((text) => [...text].slice(0, mostCharacters).join(''))
}

const shortest = (texts: readonly string[]): number =>
  texts.length === 0 ? 0 : Math.min(...texts.map((text) => [...text].length))
