import { expect } from 'vitest'
import { Message } from '../../src/kit/messages/message.ts'

/** Tests compare messages by their English text, which clients get. */
const isEqualText = (a: unknown, b: unknown): boolean | undefined => {
  if (a instanceof Message && typeof b === 'string') return `${a}` === b
  return typeof a === 'string' && b instanceof Message ? a === `${b}` : undefined
}

expect.addEqualityTesters([isEqualText])
