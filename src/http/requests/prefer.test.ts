import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasPreference } from './prefer.ts'

it.each([
  ['dry-run'],
  ['Dry-Run'],
  ['  dry-run  '],
  ['respond-async, dry-run'],
  ['respond-async,dry-run,wait=10'],
  ['wait=10; a=b, dry-run; detail="x, y"'],
  ['foo="a, b; c", dry-run'],
  ['foo="an \\", escaped quote", dry-run'],
  ['dry-run=""'],
  ['dry-run='],
  ['dry-run; level=full'],
  ['dry-run=true'],
  ['dry-run, dry-run=false'],
  [',, dry-run'],
])('%j requests a dry run', (prefer) => {
  expect(hasPreference({ prefer }, 'dry-run')).toBe(true)
})

it.each([
  [''],
  ['respond-async'],
  ['dry-runs'],
  ['x-dry-run'],
  ['dry run'],
  ['mode=dry-run'],
  ['respond-async; dry-run'],
  ['foo="a, dry-run, b"'],
  ['foo="a \\", dry-run"'],
  ['foo="never ends, dry-run'],
  ['foo="ends in a backslash, dry-run\\'],
  ['dry-run=false'],
  ['dry-run="false"'],
  ['dry-run=0'],
  ['dry-run=false, dry-run'],
])('%j does not request a dry run', (prefer) => {
  expect(hasPreference({ prefer }, 'dry-run')).toBe(false)
})

it('accepts missing and repeated headers', () => {
  expect(hasPreference({}, 'dry-run')).toBe(false)
  expect(hasPreference({ prefer: ['respond-async', 'DRY-RUN'] }, 'dry-run')).toBe(true)
})

it('finds a preference among others in any input', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((name) => name !== 'dry-run')
  const quoted = fc.string().map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
  const other = fc
    .tuple(word, fc.option(fc.oneof(word, quoted)), fc.array(fc.tuple(word, quoted), { maxLength: 2 }))
    .map(([name, value, more]) =>
      [value === null ? name : `${name}=${value}`, ...more.map(([key, to]) => `${key}=${to}`)].join('; '),
    )
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.string(), (before, after, any) => {
      expect(hasPreference({ prefer: [...before, 'dry-run', ...after].join(', ') }, 'dry-run')).toBe(true)
      expect(hasPreference({ prefer: [...before, ...after].join(', ') }, 'dry-run')).toBe(false)
      expect(typeof hasPreference({ prefer: any }, 'dry-run')).toBe('boolean')
    }),
  )
})

it('parses a long hostile header in linear time', () => {
  for (const part of ['"', '\\', '"\\', '",', ';"', '=']) hasPreference({ prefer: part.repeat(16_000) }, 'dry-run')
}, 1000)
