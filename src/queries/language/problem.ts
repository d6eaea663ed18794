/** Why a text is no query, or one that is refused as it stands. */
export interface Problem {
  readonly kind: 'syntax' | 'cross-tracker' | 'too-complex'
  readonly at: Position
  readonly found: string
  /** What could have stood there, each in words. */
  readonly expected: readonly string[]
}

export interface Position {
  /** Counted from 0, as JavaScript counts a string. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1 in characters. */
  readonly column: number
}

/** The specific text of docs/api/queries.md §2.7; Tuleap gives none for SELECT and FROM. */
export const problemMessages = {
  syntax: 'Error during parsing expert query',
  'cross-tracker': '',
  'too-complex':
    'The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.',
} as const satisfies Record<Problem['kind'], string>

/** `Line 1, column 9: found 'title', expected a text in quotes or a number`. */
export function describeProblem({ at, found, expected }: Problem): string {
  return `Line ${at.line}, column ${at.column}: found ${found}, expected ${joinAlternatives(expected)}`
}

/** Where an offset stands, for a reader who counts lines. */
export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { offset, line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

function joinAlternatives(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? ''
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(', ')} or ${last}`
}
