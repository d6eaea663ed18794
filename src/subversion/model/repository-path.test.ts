import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildRepositoryUrl,
  getLastSegment,
  joinPath,
  parseRepositoryPath,
  parseRepositoryUrl,
} from './repository-path.ts'

describe('parseRepositoryPath', () => {
  it('normalizes paths', () => {
    for (const input of ['', '/', '//', '///']) expect(parseRepositoryPath(input)).toBe('/')
    for (const input of ['trunk/a', '/trunk/a', 'trunk//a/', '//trunk/a//']) {
      expect(parseRepositoryPath(input)).toBe('/trunk/a')
    }
    expect(parseRepositoryPath('%2e%2e/-x@3')).toBe('/%2e%2e/-x@3')
  })

  it('rejects paths above the root, control characters and lone surrogates', () => {
    for (const input of ['..', 'a/../b', '/.', 'a/./b', '../../etc/passwd', 'a\0', 'a\nb', '\x7f', '\ud800'])
      expect(parseRepositoryPath(input)).toBeUndefined()
  })

  it('splits and joins paths', () => {
    expect([getLastSegment('/'), getLastSegment('/a/b')]).toEqual(['', 'b'])
    expect([joinPath('/', 'a'), joinPath('/a', 'b')]).toEqual(['/a', '/a/b'])
  })

  it('round-trips through its URL for any names and directories', () => {
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, fc.nat(), (input, place, revision) => {
        const path = parseRepositoryPath(input)
        const directory = parseRepositoryPath(`/data/${place}`)
        fc.pre(path !== undefined && directory !== undefined)
        const address = buildRepositoryUrl(pathToFileURL(directory).href, path, revision)
        const [, target = '', peg] = /^(.*)@(\d+)$/s.exec(address) ?? []
        expect(Number(peg)).toBe(revision)
        expect(target.slice(pathToFileURL(directory).href.length)).not.toContain('@')
        expect(parseRepositoryUrl(target, directory)).toBe(path)
      }),
    )
  })

  it('returns undefined for other URLs', () => {
    expect(parseRepositoryUrl('file:///data/other/x', '/data/repository')).toBeUndefined()
    expect(parseRepositoryUrl('file:///data/repository-2/x', '/data/repository')).toBeUndefined()
  })
})
