import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Phrase } from '../../kit/text/words.ts'
import { tokenizeWords } from '../../kit/text/words.ts'

const maxPhrases = 10
const maxWords = 50

/**
 * Parses search input: words, and phrases in quotes. Other characters separate words, which must then be adjacent;
 * nothing in the input is an operator.
 */
export function parseSearchWords(text: string, isLastOpen: boolean): readonly Phrase[] {
  const phrases = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].flatMap(([part, quoted]): Phrase[] => {
    const words = [...tokenizeWords(quoted ?? part)].map(({ word }) => word)
    return words.length === 0 ? [] : [{ words, isOpen: false }]
  })
  if (phrases.length === 0) throw new Refusal('invalid', '`words` must contain at least one word.')
  if (phrases.length > maxPhrases)
    throw new Refusal('invalid', message`At most ${maxPhrases} words or phrases can be searched at once.`)
  if (phrases.reduce((sum, { words }) => sum + words.length, 0) > maxWords)
    throw new Refusal('invalid', message`At most ${maxWords} words can be searched at once.`)
  const last = phrases.at(-1)
  const isOpen = isLastOpen && last !== undefined && !/"\s*$/.test(text)
  return isOpen ? [...phrases.slice(0, -1), { ...last, isOpen }] : phrases
}
