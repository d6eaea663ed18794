import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseEvents, type ServerEvent } from './parse-events.ts'

const read = (pieces: readonly string[]): ServerEvent[] => {
  const events: ServerEvent[] = []
  const feed = parseEvents((event) => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

it('reads positions with and without an event', () => {
  expect(read(['retry: 3000\nid: a\n\n', 'id: b\nevent: change\ndata: {"kind":"updated"}\n\n'])).toStrictEqual([
    { id: 'a', name: '', data: '' },
    { id: 'b', name: 'change', data: '{"kind":"updated"}' },
  ])
})

it('waits for the end of an event', () => expect(read(['id: a\nevent: change\ndata: {}\n'])).toStrictEqual([]))

it('reads the same events however the stream is cut', () => {
  const text = fc.stringMatching(/^[^\n]{0,20}$/u)
  const event = fc.record({ id: text, name: text, data: fc.array(text, { minLength: 1, maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat()), (events, cuts) => {
      const stream = events
        .map(({ id, name, data }) => `id: ${id}\nevent: ${name}\n${data.map((line) => `data: ${line}\n`).join('')}\n`)
        .join('')
      const places = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].sort((a, b) => a - b)
      const pieces = [...places, stream.length].map((end, index) => stream.slice(places[index - 1] ?? 0, end))
      expect(read(pieces)).toStrictEqual(events.map(({ data, ...rest }) => ({ ...rest, data: data.join('\n') })))
    }),
  )
})
