import { expect, it } from 'vitest'
import { BodyCache } from './body-cache.ts'

const body = (text: string) => ({ text, etag: '"a"' })

it('bodies are kept as long as there is room for them, the oldest unused one goes first', () => {
  const bodyCache = new BodyCache(1)
  const text = 'x'.repeat(60_000)
  for (let i = 0; i < 12; i++) bodyCache.set(`${i}`, body(text))
  expect(bodyCache.get('0')).toEqual(body(text))
  for (let i = 12; i < 20; i++) bodyCache.set(`${i}`, body(text))
  expect(bodyCache.get('1')).toBeUndefined()
  expect(bodyCache.get('0')).toEqual(body(text))
  expect(bodyCache.get('19')).toEqual(body(text))
})

it('a body that would fill a good part of the room is not kept', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', body('x'.repeat(100_000)))
  expect(bodyCache.get('a')).toBeUndefined()
})

it('letters that take two bytes are counted so', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', body('ł'.repeat(40_000)))
  expect(bodyCache.get('a')).toBeUndefined()
})

it('without room nothing is kept', () => {
  const bodyCache = new BodyCache(0)
  bodyCache.set('a', body('x'))
  expect(bodyCache.get('a')).toBeUndefined()
})
