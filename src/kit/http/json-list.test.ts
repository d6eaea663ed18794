import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { jsonList } from './json-list.ts'

it.each([0, 1, 2])('a list of %s items is one text', (count) => {
  const items = Array.from({ length: count }, (_, i) => `{"n":${i}}`)
  expect(jsonList(items)).toBe(JSON.stringify(items.map((item) => JSON.parse(item))))
})

it('a long list comes in pieces that make one text', async () => {
  const items = Array.from({ length: 300 }, (_, i) => JSON.stringify(`${i} ${'ł'.repeat(1000)}`))
  const sent = jsonList(items)
  expect(typeof sent).toBe('object')
  expect(await text(sent as NodeJS.ReadableStream as never)).toBe(`[${items.join(',')}]`)
})
