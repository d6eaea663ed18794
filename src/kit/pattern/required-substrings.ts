import type { Pattern } from './pattern.ts'

/**
 * Returns substrings of which every match contains at least one, each long enough for the index; none: nothing is
 * known.
 */
export function findRequiredSubstrings(pattern: Pattern): readonly string[] {
  const { exact, required: needed } = knownOf(pattern)
  return better(exact === undefined ? [] : [exact], needed)
}

// Trigrams cannot match shorter texts.
const minCharacters = 3
const maxTexts = 10
const maxCharacters = 100

interface KnownSubstrings {
  /** All texts that it matches. */
  readonly exact: string | undefined
  readonly required: readonly string[]
}

function knownOf(pattern: Pattern): KnownSubstrings {
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
      const parts = pattern.of.map((each) => findRequiredSubstrings(each))
      const needed = parts.every((each) => each.length > 0) ? [...new Set(parts.flat())] : []
      return { exact: undefined, required: needed.length > maxTexts ? [] : needed }
    }
    case 'repeat': {
      const { from, to } = pattern
      if (from === 0) return unknown
      const inner = knownOf(pattern.of)
      if (inner.exact === undefined) return { exact: undefined, required: inner.required }
      const text = inner.exact.repeat(Math.min(from, maxCharacters))
      if (from === to && from <= maxCharacters) return exactly(text)
      return { exact: undefined, required: better([text], inner.required) }
    }
    default:
      return pattern satisfies never
  }
}

const unknown: KnownSubstrings = { exact: undefined, required: [] }
const exactly = (text: string): KnownSubstrings => ({ exact: text, required: [] })

/** Joins what follows each other without a gap. */
function sequenceOf(parts: readonly KnownSubstrings[]): KnownSubstrings {
  let run = ''
  let needed: readonly string[] = []
  for (const { exact, required: inner } of parts) {
    if (exact !== undefined) run += exact
    else {
      needed = better(better([run], inner), needed)
      run = ''
    }
  }
  if (parts.every(({ exact }) => exact !== undefined)) return exactly(run)
  return { exact: undefined, required: better([run], needed) }
}

/** Returns the list whose shortest text is longer: it leaves fewer rows. */
function better(a: readonly string[], b: readonly string[]): readonly string[] {
  const [first, second] = [shortest(a), shortest(b)]
  if (Math.max(first, second) < minCharacters) return []
  return (first >= second ? a : b).map((text) => [...text].slice(0, maxCharacters).join(''))
}

const shortest = (texts: readonly string[]): number =>
  texts.length === 0 ? 0 : Math.min(...texts.map((text) => [...text].length))
