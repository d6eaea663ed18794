import { expect, it } from 'vitest'
import { message } from '../../kit/messages/message.ts'
import { assertNoErrors, assertNoValueErrors } from './feedback.ts'

it('writes a line for each problem, with its level where clients expect it', () => {
  expect(() => assertNoErrors([message`One.`, message`Two.`])).toThrow('error: One.\nerror: Two.\n')
  expect(() => assertNoValueErrors([message`One.`, message`Two.`])).toThrow('One.\nTwo.\n')
  expect(() => assertNoErrors([])).not.toThrow()
})

it('limits the number of reported problems', () => {
  const mistakes = Array.from({ length: 100_000 }, (_, index) => message`${index} is not an artifact id.`)
  expect(() => assertNoErrors(mistakes)).toThrow(/^(error: \d+ is not an artifact id\.\n){1000}$/)
  expect(() => assertNoValueErrors(mistakes)).toThrow(/^(\d+ is not an artifact id\.\n){1000}$/)
})
