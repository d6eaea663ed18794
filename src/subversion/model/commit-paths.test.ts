import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeAccessFile } from './access-file/merge.ts'
import { nothing, type Rights, rightsOf } from './access-file/rights.ts'
import { commitPathsOf, readsCommit } from './commit-paths.ts'

const segment = fc.constantFrom('a', 'b', 'c', 'd e', 'é')
const somePath = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const line = fc.constantFrom('* = r', '* =', 'bob = r', 'bob =', '~bob = r', '@members =')
const rules = fc
  .array(fc.tuple(somePath, fc.array(line, { maxLength: 2 })), { maxLength: 4 })
  .map((sections) => sections.map(([name, lines]) => [`[${name}]`, ...lines].join('\n')).join('\n'))

const bobs = (text: string): Rights => {
  const part = { groups: new Map([['members', ['bob']]]), permissions: 'everybody reads' } as const
  const merged = mergeAccessFile(part, text)
  return 'ok' in merged ? rightsOf(merged.ok, 'main', 'bob') : nothing
}
const everything = bobs('')
const allBut = (...paths: string[]): Rights => bobs(paths.map((path) => `[${path}]\n* =\n@members =`).join('\n'))
const many = (top: string, count = 100): string[] => Array.from({ length: count }, (_, n) => `${top}/${n}/x`)

describe('the paths of a commit', () => {
  it('are told one by one where they are few, each once', () => {
    expect(commitPathsOf(['/trunk/a', '/', '/trunk/a', '/trunk'])).toEqual({
      paths: ['/trunk/a', '/', '/trunk'],
      tops: [],
    })
    expect(commitPathsOf([])).toEqual({ paths: [], tops: [] })
  })

  it('are told by what lies above where they are many, or long', () => {
    expect(commitPathsOf([...many('/trunk/src'), '/trunk/src', '/tags'])).toEqual({
      paths: ['/trunk/src', '/tags'],
      tops: ['/trunk/src'],
    })
    expect(commitPathsOf(many(''))).toEqual({ paths: [], tops: ['/'] })
    expect(commitPathsOf([`/a/${'x'.repeat(9000)}`])).toEqual({ paths: [], tops: ['/a'] })
    expect(commitPathsOf([`/${'x'.repeat(9000)}`])).toEqual({ paths: [], tops: ['/'] })
  })

  it('are short whatever a commit changes', () => {
    fc.assert(
      fc.property(fc.array(somePath, { maxLength: 400 }), (paths) => {
        const told = commitPathsOf(paths)
        expect(told.paths.length + told.tops.length).toBeLessThanOrEqual(64)
      }),
    )
  })
})

describe('who reads a commit', () => {
  it('reads all that it changed, where that is told one by one, and never less where it is not', () => {
    fc.assert(
      fc.property(rules, fc.array(somePath, { minLength: 1, maxLength: 100 }), (text, paths) => {
        const rights = bobs(text)
        const told = commitPathsOf(paths)
        const isRead = paths.every((path) => rights.reads(path))
        if (told.tops.length === 0) expect(readsCommit(rights, told)).toBe(isRead)
        else if (readsCommit(rights, told)) expect(isRead).toBe(true)
      }),
    )
  })

  it('reads what lies below the top of many, if nothing below it is hidden', () => {
    const commit = commitPathsOf(many('/trunk/src'))
    expect(readsCommit(everything, commit)).toBe(true)
    expect(readsCommit(allBut('/trunk/srcs', '/trunk/doc'), commit)).toBe(true)
    for (const hidden of ['/trunk/src/7', '/trunk/src/none/of/these', '/trunk/src', '/trunk', '/'])
      expect(readsCommit(allBut(hidden), commit)).toBe(false)
  })

  it('reads one that nobody looked at only where nothing at all is hidden', () => {
    expect(readsCommit(everything, null)).toBe(true)
    expect(readsCommit(allBut('/x'), null)).toBe(false)
  })
})
