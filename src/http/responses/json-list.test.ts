import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { buildJsonList } from './json-list.ts'

it.each([0, 1, 2])('a list of %s items is returned as one string', (count) => {
  const items = Array.from({ length: count }, (_, i) => `{"n":${i}}`)
  expect(buildJsonList(items)).toBe(JSON.stringify(items.map((item) => JSON.parse(item))))
})

it('a long list is streamed in chunks', async () => {
  const items = Array.from({ length: 300 }, (_, i) => JSON.stringify(`${i} ${'ł'.repeat(1000)}`))
  const stream = buildJsonList(items)
  expect(typeof stream).toBe('object')
  expect(await text(stream as NodeJS.ReadableStream as never)).toBe(`[${items.join(',')}]`)
})
