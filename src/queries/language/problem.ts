import { joinMessages, Message, message } from '../../kit/messages/message.ts'

/** Reason why a query is invalid or rejected. */
export interface Problem {
  readonly kind: 'syntax' | 'cross-tracker' | 'too-complex'
  readonly at: Position
  readonly found: string | Message
  /** Descriptions of the tokens that are possible at this position. */
  readonly expected: readonly (string | Message)[]
}

export interface Position {
  /** Counted from 0, as JavaScript counts a string. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1 in characters. */
  readonly column: number
}

/** The message of docs/api/queries.md §2.7; Tuleap has none for SELECT and FROM. */
export const problemMessages = {
  syntax: message`Error during parsing expert query`,
  'cross-tracker': '',
  'too-complex': message`The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.`,
} as const satisfies Record<Problem['kind'], Message | ''>

/** `Line 1, column 9: found 'title', expected a text in quotes or a number`. */
export function describeProblem({ at, found, expected }: Problem): Message {
  const alternatives = joinAlternatives(expected.map(toMessage))
  return message`Line ${at.line}, column ${at.column}: found ${toMessage(found)}, expected ${alternatives}`
}

/** Keywords and symbols have no translation, so they stay. */
const toMessage = (text: string | Message): Message => (text instanceof Message ? text : new Message(text))

/** Returns line and column of an offset. */
export function computePosition(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { offset, line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

function joinAlternatives(alternatives: readonly Message[]): Message {
  const last = alternatives.at(-1) ?? new Message('')
  return alternatives.length < 2 ? last : message`${joinMessages(alternatives.slice(0, -1), ', ')} or ${last}`
}
