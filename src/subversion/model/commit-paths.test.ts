import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../test/kit/run-steps.ts'
import { mergeAccessFile } from './access-file/merge.ts'
import { noRights, type ReadRights, readRightsOf } from './access-file/read-rights.ts'
import { canReadCommit, summarizeCommitPaths } from './commit-paths.ts'

const segment = fc.constantFrom('a', 'b', 'c', 'd e', 'é')
const somePath = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const line = fc.constantFrom('* = r', '* =', 'bob = r', 'bob =', '~bob = r', '@members =')
const rules = fc
  .array(fc.tuple(somePath, fc.array(line, { maxLength: 2 })), { maxLength: 4 })
  .map((sections) => sections.map(([name, lines]) => [`[${name}]`, ...lines].join('\n')).join('\n'))

const bobs = (text: string): ReadRights => {
  const part = { groups: new Map([['members', ['bob']]]), permissions: 'everyone reads' } as const
  const merged = runSteps(mergeAccessFile(part, text))
  return 'ok' in merged ? readRightsOf(merged.ok, 'main', 'bob') : noRights
}
const everything = bobs('')
const allBut = (...paths: string[]): ReadRights => bobs(paths.map((path) => `[${path}]\n* =\n@members =`).join('\n'))
const many = (top: string, count = 100): string[] => Array.from({ length: count }, (_, n) => `${top}/${n}/x`)

describe('summarizeCommitPaths', () => {
  it('lists few paths, each once', () => {
    expect(summarizeCommitPaths(['/trunk/a', '/', '/trunk/a', '/trunk'])).toEqual({
      paths: ['/trunk/a', '/', '/trunk'],
      tops: [],
    })
    expect(summarizeCommitPaths([])).toEqual({ paths: [], tops: [] })
  })

  it('replaces many or long paths with their directories', () => {
    expect(summarizeCommitPaths([...many('/trunk/src'), '/trunk/src', '/tags'])).toEqual({
      paths: ['/trunk/src', '/tags'],
      tops: ['/trunk/src'],
    })
    expect(summarizeCommitPaths(many(''))).toEqual({ paths: [], tops: ['/'] })
    expect(summarizeCommitPaths([`/a/${'x'.repeat(9000)}`])).toEqual({ paths: [], tops: ['/a'] })
    expect(summarizeCommitPaths([`/${'x'.repeat(9000)}`])).toEqual({ paths: [], tops: ['/'] })
  })

  it('is short for any commit', () => {
    fc.assert(
      fc.property(fc.array(somePath, { maxLength: 400 }), (paths) => {
        const notified = summarizeCommitPaths(paths)
        expect(notified.paths.length + notified.tops.length).toBeLessThanOrEqual(64)
      }),
    )
  })
})

describe('canReadCommit', () => {
  it('requires read access to all listed paths, and at least as much for summaries', () => {
    fc.assert(
      fc.property(rules, fc.array(somePath, { minLength: 1, maxLength: 100 }), (text, paths) => {
        const rights = bobs(text)
        const notified = summarizeCommitPaths(paths)
        const isRead = paths.every((path) => rights.canRead(path))
        if (notified.tops.length === 0) expect(canReadCommit(rights, notified)).toBe(isRead)
        else if (canReadCommit(rights, notified)) expect(isRead).toBe(true)
      }),
    )
  })

  it('allows a summary if nothing below its directories is hidden', () => {
    const commit = summarizeCommitPaths(many('/trunk/src'))
    expect(canReadCommit(everything, commit)).toBe(true)
    expect(canReadCommit(allBut('/trunk/srcs', '/trunk/doc'), commit)).toBe(true)
    for (const hidden of ['/trunk/src/7', '/trunk/src/none/of/these', '/trunk/src', '/trunk', '/'])
      expect(canReadCommit(allBut(hidden), commit)).toBe(false)
  })

  it('allows a commit that is not indexed only if nothing is hidden', () => {
    expect(canReadCommit(everything, null)).toBe(true)
    expect(canReadCommit(allBut('/x'), null)).toBe(false)
  })
})
