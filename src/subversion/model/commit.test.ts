import { describe, expect, it } from 'vitest'
import { listTouchedDirectories, parseChangedPaths } from './commit.ts'

describe('the directories that a commit touches', () => {
  // Left: `svnlook changed`, right: `svnlook dirs-changed`, both of Subversion 1.14.
  it.each([
    ['U   trunk/a.txt\n', ['/trunk']],
    ['A   readme\n', ['/']],
    ['A   trunk/m/\n', ['/trunk']],
    ['A   trunk/\n', ['/']],
    ['D   trunk/d/\n', ['/trunk']],
    ['_U  trunk/d/\n', ['/trunk/d']],
    ['_U  /\n', ['/']],
    ['_U  /\nD   trunk/d/\nD   trunk/f.txt\nA   trunk/m/\nA   trunk/m/h\n', ['/', '/trunk', '/trunk/m']],
  ])('%j: %j', (changed, directories) => {
    expect(listTouchedDirectories(parseChangedPaths(changed))).toEqual(directories)
  })
})
