import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQueryString, toCanonicalUrl } from './canonical-url.ts'

describe('a URL of the API', () => {
  it.each([
    ['/api/projects', '/api/projects', null],
    ['/api/v1/projects/?limit=2', '/api/projects?limit=2', null],
    ['/api/projects/101.xml', '/api/projects/101', 'xml'],
    ['/api/projects/101.json?x=1', '/api/projects/101?x=1', 'json'],
    ['/api/', '/api/', null],
    ['/api//version', '/api//version', null],
    ['/apiary/v1/', '/apiary/v1/', null],
    ['/api/explorer/openapi.json', '/api/explorer/openapi.json', null],
    ['/api/v1', '/api/', null],
  ])('%s is normalized to %s', (input, url, suffix) => {
    expect(toCanonicalUrl(input)).toEqual({ url, suffix })
  })
})

describe('a query string', () => {
  it.each([
    ['limit=1&limit=2', { limit: '2' }],
    ['limit[]=1&limit[]=2', { limit: ['1', '2'] }],
    ['query=&=&expert_query=', {}],
    ['query={"a":"b c"}', { query: '{"a":"b c"}' }],
    ['query=%7B%22a%22%3A1%7D', { query: '{"a":1}' }],
  ])('%s is parsed as %j', (input, members) => {
    expect(parseQueryString(input)).toEqual(members)
  })
  it('is parsed without exceptions and without changing prototypes', () => {
    fc.assert(
      fc.property(fc.string(), (input) => {
        expect(Object.getPrototypeOf(parseQueryString(`__proto__[x]=1&${input}`))).toBe(Object.prototype)
      }),
    )
  })
})
