import { expect, it } from 'vitest'
import { BodyCache } from './body-cache.ts'

const body = (text: string) => ({ text, etag: '"a"' })

it('evicts the least recently used body if the cache is full', () => {
  const bodyCache = new BodyCache(1)
  const text = 'x'.repeat(60_000)
  for (let i = 0; i < 12; i++) bodyCache.set(`${i}`, body(text))
  expect(bodyCache.get('0')).toEqual(body(text))
  for (let i = 12; i < 20; i++) bodyCache.set(`${i}`, body(text))
  expect(bodyCache.get('1')).toBeUndefined()
  expect(bodyCache.get('0')).toEqual(body(text))
  expect(bodyCache.get('19')).toEqual(body(text))
})

it('does not store a body that would use a large part of the cache', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', body('x'.repeat(100_000)))
  expect(bodyCache.get('a')).toBeUndefined()
})

it('counts two bytes for characters outside of Latin-1', () => {
  const bodyCache = new BodyCache(1)
  bodyCache.set('a', body('ł'.repeat(40_000)))
  expect(bodyCache.get('a')).toBeUndefined()
})

it('stores nothing if its size is 0', () => {
  const bodyCache = new BodyCache(0)
  bodyCache.set('a', body('x'))
  expect(bodyCache.get('a')).toBeUndefined()
})
