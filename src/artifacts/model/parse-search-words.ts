import { Refusal } from '../../kit/refusal.ts'
import type { Phrase } from '../../kit/words.ts'
import { wordsIn } from '../../kit/words.ts'

const maxPhrases = 10
const maxWords = 50

/**
 * What somebody types to find something: words, and phrases in quotes. Signs between letters part words, which then must
 * follow each other; signs alone mean nothing, so nothing that is typed is an operator.
 */
export function parseSearchWords(text: string, isLastOpen: boolean): readonly Phrase[] {
  const phrases = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].flatMap(([part, quoted]): Phrase[] => {
    const words = [...wordsIn(quoted ?? part)].map(({ word }) => word)
    return words.length === 0 ? [] : [{ words, isOpen: false }]
  })
  if (phrases.length === 0) throw new Refusal('invalid', 'There is no word to look for in `words`')
  if (phrases.length > maxPhrases)
    throw new Refusal('invalid', `No more than ${maxPhrases} words or phrases can be looked for at once`)
  if (phrases.reduce((sum, { words }) => sum + words.length, 0) > maxWords)
    throw new Refusal('invalid', `No more than ${maxWords} words can be looked for at once`)
  const last = phrases.at(-1)
  const isOpen = isLastOpen && last !== undefined && !/"\s*$/.test(text)
  return isOpen ? [...phrases.slice(0, -1), { ...last, isOpen }] : phrases
}
