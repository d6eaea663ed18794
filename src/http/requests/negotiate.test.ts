import { describe, expect, it } from 'vitest'
import { formatOf } from './negotiate.ts'

describe('the response format', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['text/*', 'xml'],
    ['application/xml', 'xml'],
    ['application/xml;q=0.5, application/json', 'json'],
    ['application/json;q=0.5, application/xml', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['APPLICATION/XML', 'xml'],
    ['application/xml;q=0, */*', 'json'],
  ] as const)('is negotiated from Accept: %s as %s', (accept, format) => {
    expect(formatOf(null, accept, undefined)).toBe(format)
  })
  it.each(['text/plain', 'text/xml', 'text/html'])('is not available for %s', (accept) => {
    expect(() => formatOf(null, accept, undefined)).toThrow(
      'Content negotiation failed. Try `application/json` instead.',
    )
  })
  it('follows the suffix of the URL before the header', () => {
    expect(formatOf('xml', 'application/json', undefined)).toBe('xml')
  })
  it('requires a supported charset', () => {
    expect(() => formatOf(null, undefined, 'utf-16')).toThrow('Requested charset is not supported')
    expect(formatOf(null, undefined, 'utf-16, *;q=0.1')).toBe('json')
  })
  it.each(['', ' '])('treats an empty charset, "%s", as absent', (charset) => {
    expect(formatOf(null, undefined, charset)).toBe('json')
  })
})
