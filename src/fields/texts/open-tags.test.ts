import { expect, it } from 'vitest'
import { countMaxOpenTags } from './open-tags.ts'

it.each([
  ['', 0],
  ['a < b', 0],
  ['<p>a</p><p>b</p>', 1],
  ['<ul><li><b>x</b></li></ul>', 3],
  ['<br><hr/><img src="x">', 0],
  ['<b></i><B></i>', 2],
  ['</b></b><b>', 1],
])('%j has so many tags open at once: %i', (html, count) => {
  expect(countMaxOpenTags(html)).toBe(count)
})
