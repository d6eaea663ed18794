import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressAt, nameOfPath, pathBelow, pathOfAddress, repositoryPath } from './repository-path.ts'

describe('a path within a repository', () => {
  it('is written in one way', () => {
    for (const written of ['', '/', '//', '///']) expect(repositoryPath(written)).toBe('/')
    for (const written of ['trunk/a', '/trunk/a', 'trunk//a/', '//trunk/a//']) {
      expect(repositoryPath(written)).toBe('/trunk/a')
    }
    expect(repositoryPath('%2e%2e/-x@3')).toBe('/%2e%2e/-x@3')
  })

  it('leads nowhere above the top, through controls or half a character', () => {
    for (const written of ['..', 'a/../b', '/.', 'a/./b', '../../etc/passwd', 'a\0', 'a\nb', '\x7f', '\ud800'])
      expect(repositoryPath(written)).toBeUndefined()
  })

  it('has a name, and others below it', () => {
    expect([nameOfPath('/'), nameOfPath('/a/b')]).toEqual(['', 'b'])
    expect([pathBelow('/', 'a'), pathBelow('/a', 'b')]).toEqual(['/a', '/a/b'])
  })

  it('is the one that is read back from its address, whatever its names and the place of the repository hold', () => {
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, fc.nat(), (written, place, revision) => {
        const path = repositoryPath(written)
        const folder = repositoryPath(`/data/${place}`)
        fc.pre(path !== undefined && folder !== undefined)
        const address = addressAt(pathToFileURL(folder).href, path, revision)
        const [, target = '', peg] = /^(.*)@(\d+)$/s.exec(address) ?? []
        expect(Number(peg)).toBe(revision)
        expect(target.slice(pathToFileURL(folder).href.length)).not.toContain('@')
        expect(pathOfAddress(target, folder)).toBe(path)
      }),
    )
  })

  it('is none where an address leads elsewhere', () => {
    expect(pathOfAddress('file:///data/other/x', '/data/repository')).toBeUndefined()
    expect(pathOfAddress('file:///data/repository-2/x', '/data/repository')).toBeUndefined()
  })
})
