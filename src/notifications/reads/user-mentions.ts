import type { RichText } from '../../fields/model/field.ts'
import { toReadableText } from '../../fields/texts/searchable-text.ts'

/** More users of one text are not notified. */
const maxMentions = 50

const mention = /(?<![\p{L}\p{N}_.@/-])@([\p{L}\p{N}_][\p{L}\p{N}._-]{0,99})/gu
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/**
 * Returns what a text mentions as `@login`, code excepted: for each mention the logins that it can mean, as a full stop
 * may belong to the login or end the sentence.
 */
export function findMentionedLogins({ format, content }: RichText): readonly (readonly string[])[] {
  if (!content.includes('@')) return []
  const text = toReadableText({ format, content: format === 'commonmark' ? content.replaceAll(code, ' ') : content })
  const logins = new Set<string>()
  for (const [, login] of text.matchAll(mention)) {
    if (login !== undefined) logins.add(login)
    if (logins.size === maxMentions) break
  }
  return [...logins].map((login) => [...new Set([login, login.replace(/[._-]+$/, '')])])
}
