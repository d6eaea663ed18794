import { expect, it } from 'vitest'
import { Bodies } from './bodies.ts'

const body = (text: string) => ({ text, etag: '"a"' })

it('bodies are kept as long as there is room for them, the oldest unused one goes first', () => {
  const bodies = new Bodies(1)
  const text = 'x'.repeat(60_000)
  for (let i = 0; i < 12; i++) bodies.set(`${i}`, body(text))
  expect(bodies.get('0')).toEqual(body(text))
  for (let i = 12; i < 20; i++) bodies.set(`${i}`, body(text))
  expect(bodies.get('1')).toBeUndefined()
  expect(bodies.get('0')).toEqual(body(text))
  expect(bodies.get('19')).toEqual(body(text))
})

it('a body that would fill a good part of the room is not kept', () => {
  const bodies = new Bodies(1)
  bodies.set('a', body('x'.repeat(100_000)))
  expect(bodies.get('a')).toBeUndefined()
})

it('letters that take two bytes are counted so', () => {
  const bodies = new Bodies(1)
  bodies.set('a', body('ł'.repeat(40_000)))
  expect(bodies.get('a')).toBeUndefined()
})

it('without room nothing is kept', () => {
  const bodies = new Bodies(0)
  bodies.set('a', body('x'))
  expect(bodies.get('a')).toBeUndefined()
})
