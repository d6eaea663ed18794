import { expect, it } from 'vitest'
import { isIcon } from './project.ts'

it.each([
  ['🚀', true],
  ['❤', true],
  ['❤️', true],
  ['👩‍🚀', true],
  ['👍🏽', true],
  ['🇫🇷', true],
  ['1️⃣', true],
  ['', false],
  ['1', false],
  ['#', false],
  ['abc', false],
  ['🚀🚀', false],
  ['🚀 ', false],
  ['\ud83d', false],
  ['<', false],
])('%j is an icon: %s', (text, expected) => {
  expect(isIcon(text)).toBe(expected)
})
