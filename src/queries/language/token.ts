import { type Message, message } from '../../kit/messages/message.ts'

/** A token of a query. Every text has tokens: invalid input is a token too, so that errors can show it. */
export type Token = PlainToken | StringToken | UnreadableToken

export type PlainToken = { readonly [Kind in PlainKind]: PlainTokenOf<Kind> }[PlainKind]

type PlainKind = 'word' | 'metadata' | 'integer' | 'float' | 'symbol' | 'end'

interface PlainTokenOf<Kind> {
  readonly kind: Kind
  readonly at: number
  readonly text: string
}

export interface StringToken {
  readonly kind: 'string'
  readonly at: number
  /** As written, with quotes. */
  readonly text: string
  readonly value: string
}

export interface UnreadableToken {
  readonly kind: 'unreadable'
  readonly at: number
  readonly text: string
  readonly fault: Fault
}

/** An error inside a token, at its offset. */
export interface Fault {
  readonly at: number
  readonly found: string | Message
  /** Null when the expected tokens describe it better. */
  readonly expected: string | Message | null
}

/** Describes the token in error messages. */
export function describeToken(token: Token): string | Message {
  switch (token.kind) {
    case 'word':
    case 'metadata':
    case 'symbol':
      return `'${shorten(token.text)}'`
    case 'string':
      return message`the text ${shorten(token.text)}`
    case 'integer':
    case 'float':
      return message`the number ${shorten(token.text)}`
    case 'end':
      return message`the end of the query`
    case 'unreadable':
      return token.fault.found
    default:
      return token satisfies never
  }
}

/** A character by itself, or by its number when it does not show. */
export function describeCharacter(character: string): Message {
  const number = character.codePointAt(0) ?? 0
  const isShown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
  return message`the character ${isShown ? character : `U+${number.toString(16).toUpperCase().padStart(4, '0')}`}`
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 100)]
  return text.length <= 40 || characters.length <= 40 ? text : `${characters.slice(0, 39).join('')}…`
}
