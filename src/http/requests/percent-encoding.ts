import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

const escapes = /(?:%[0-9a-f]{2})+/gi
const beyondAscii = /%[89a-f][0-9a-f]/i

/** Throws for a URL with characters that no stored text contains. */
export function assertReadableUrl(url: string): void {
  if (/%00/.test(url)) throw new Refusal('invalid', 'The URL cannot contain a NUL character.')
  assertDecodable(url)
}

/**
 * Throws for percent-encoded bytes that are not UTF-8, because they would be decoded as U+FFFD. A percent sign without
 * hexadecimal digits is literal, as in URLs that clients do not encode (docs/api/client-needs.md §5).
 */
export function assertDecodable(text: string): void {
  if (!beyondAscii.test(text)) return
  for (const [sequence] of text.matchAll(escapes)) {
    if (isDecodable(sequence)) continue
    throw new Refusal(
      'invalid',
      message`\`${sequence.slice(0, 60)}\` is not percent-encoded UTF-8. Encode texts as UTF-8.`,
    )
  }
}

function isDecodable(sequence: string): boolean {
  try {
    // Bundlers remove a call whose result is not used, because they take it for a pure function.
    return decodeURIComponent(sequence) !== ''
  } catch {
    return false
  }
}
