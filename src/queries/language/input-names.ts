import { type Message, message } from '../../kit/messages/message.ts'

/**
 * Names of what a query can contain besides keywords and symbols; error messages use them. Each is an English text, which
 * also is the key of its translations.
 */
export const inputNames = {
  field: message`the name of a field`.template,
  metadata: message`@ and a name`.template,
  text: message`a text in quotes`.template,
  number: message`a number (a negative one in quotes)`.template,
  linkType: message`a link type in quotes`.template,
  tracker: message`the short name of a tracker in quotes`.template,
  artifact: message`the number of an artifact`.template,
  periodAmount: message`a number of days, weeks, months or years`.template,
  singleBlank: message`IN after exactly one blank`.template,
  end: message`the end of the query`.template,
  openingParenthesis: message`an opening parenthesis`.template,
  closingParenthesis: message`a closing parenthesis`.template,
  comma: message`a comma`.template,
  codePoint: message`the six hexadecimal digits of a character after \\u`.template,
  character: message`text`.template,
} as const

/** Names with a limit or a character in them. */
export const inputNamesWithValue = {
  digits: (max: number): Message => message`a number of at most ${max} digits`,
  period: (max: number): Message => message`a number up to ${max}`,
  closingQuote: (quote: string): Message => message`the same quote (${quote}) on its line`,
} as const
