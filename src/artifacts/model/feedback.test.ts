import { expect, it } from 'vitest'
import { assertNoErrors, assertNoValueErrors } from './feedback.ts'

it('writes a line for each problem, with its level where clients expect it', () => {
  expect(() => assertNoErrors(['One.', 'Two.'])).toThrow('error: One.\nerror: Two.\n')
  expect(() => assertNoValueErrors(['One.', 'Two.'])).toThrow('One.\nTwo.\n')
  expect(() => assertNoErrors([])).not.toThrow()
})

it('limits the number of reported problems', () => {
  const mistakes = Array.from({ length: 100_000 }, (_, index) => `${index} is not an artifact id.`)
  expect(() => assertNoErrors(mistakes)).toThrow(/^(error: \d+ is not an artifact id\.\n){1000}$/)
  expect(() => assertNoValueErrors(mistakes)).toThrow(/^(\d+ is not an artifact id\.\n){1000}$/)
})
