import { describe, expect, it } from 'vitest'
import { buildStrongEtag } from '../../kit/values/strong-etag.ts'
import { buildVersionHeaders, isFresh } from './etag.ts'

const version = { etag: buildStrongEtag(5, 2), modifiedOn: Date.UTC(2026, 2, 13, 14, 32, 25) / 1000 }
const bare = version.etag.slice(1, -1)

describe('an ETag', () => {
  it('is quoted and differs between versions', () => {
    expect(version.etag).toMatch(/^"[\w-]{27}"$/)
    expect(buildStrongEtag(5, 3)).not.toBe(version.etag)
    expect(buildStrongEtag('5', 2)).not.toBe(version.etag)
  })
  it('is sent with the date of the version', () => {
    expect(buildVersionHeaders(version, version.modifiedOn + 5)).toEqual({
      Etag: version.etag,
      'Last-Modified': 'Fri, 13 Mar 2026 14:32:25 GMT',
      Date: 'Fri, 13 Mar 2026 14:32:30 GMT',
    })
  })
  it('is sent with the current date if the date of the version is in the future', () => {
    expect(buildVersionHeaders(version, version.modifiedOn - 5)).toMatchObject({
      'Last-Modified': 'Fri, 13 Mar 2026 14:32:20 GMT',
      Date: 'Fri, 13 Mar 2026 14:32:20 GMT',
    })
  })
})

describe('isNotModified', () => {
  it.each([
    [{ 'if-none-match': version.etag }, true],
    [{ 'if-none-match': bare }, true],
    [{ 'if-none-match': `W/${version.etag}` }, true],
    [{ 'if-none-match': `"x", ${version.etag}` }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-modified-since': 'Fri, 13 Mar 2026 14:32:25 GMT' }, true],
    [{ 'if-modified-since': 'Fri, 13 Mar 2026 14:32:24 GMT' }, false],
    [{ 'if-modified-since': 'Fri, 13 Mar 2026 14:32:26 GMT' }, false],
    [{ 'if-modified-since': 'yesterday or so' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 13 Mar 2026 14:32:25 GMT' }, false],
    [{}, false],
  ])('for %j is %s', (headers, expected) => {
    expect(isFresh(headers, version)).toBe(expected)
  })
})
