import { describe, expect, it } from 'vitest'
import { parseArtifactNumber, parseRevisionReference } from './references.ts'

describe('target of a reference', () => {
  const reference = (keyword: string, value: string) => ({ keyword, project: null, value })

  it('can be an artifact id', () => {
    expect(parseArtifactNumber(reference('art', '12'))).toBe(12)
    expect(parseArtifactNumber(reference('art', '0012'))).toBe(12)
    for (const value of ['0', '12a', 'a/12', '9'.repeat(16), ''])
      expect(parseArtifactNumber(reference('art', value))).toBeUndefined()
  })

  it('can be a revision of a repository', () => {
    for (const keyword of ['rev', 'revision', 'svn'])
      expect(parseRevisionReference(reference(keyword, 'sources/7'))).toEqual({ repository: 'sources', revision: 7 })
    expect(parseRevisionReference(reference('rev', '7'))).toBeUndefined()
    expect(parseRevisionReference(reference('rev', 'a/b/7'))).toBeUndefined()
    expect(parseRevisionReference(reference('rev', `sources/${'9'.repeat(10)}`))).toBeUndefined()
    expect(parseRevisionReference(reference('art', 'sources/7'))).toBeUndefined()
  })
})
