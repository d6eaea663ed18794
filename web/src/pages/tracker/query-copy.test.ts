import { expect, it } from 'vitest'
import { editTexts } from './query-copy.ts'

it('adds typed characters to the piece before them', () => {
  expect(editTexts(['status', ' ', '='], 'status = ')).toStrictEqual(['status', ' ', '= '])
  expect(editTexts(['status', ' ', '='], 'statuses =')).toStrictEqual(['statuses', ' ', '='])
  expect(editTexts(['status', ' ', '='], 'xstatus =')).toStrictEqual(['xstatus', ' ', '='])
  expect(editTexts([''], 's')).toStrictEqual(['s'])
})

it('removes characters from all pieces that had them', () => {
  expect(editTexts(['status', ' ', '=', ' 5'], 'sta5')).toStrictEqual(['sta', '', '', '5'])
  expect(editTexts(['status', ' ', '='], '')).toStrictEqual(['', '', ''])
})

it('has the edited text in the same number of pieces, whatever was edited', () => {
  const texts = ['', 'a', 'aa', 'ab', 'ba', 'aab', 'aba', 'abab', 'bbaa', '😀😁']
  const divided = texts.flatMap((text) =>
    Array.from({ length: text.length + 1 }, (_, place) => [text.slice(0, place), text.slice(place)]),
  )
  for (const pieces of divided)
    for (const text of texts) {
      const edited = editTexts(pieces, text)
      expect(edited.join('')).toBe(text)
      expect(edited).toHaveLength(pieces.length)
    }
})
