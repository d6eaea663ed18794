import { describe, expect, it } from 'vitest'
import { messageProblem, propertyProblem, sizeProblem } from './commit-rules.ts'

describe('the message of a commit', () => {
  it('may be empty where the platform allows it', () => {
    for (const message of ['', ' ', '\n\t\r\n'])
      expect(messageProblem(message, { svn_allow_empty_message: true })).toBeNull()
  })

  it.each(['', ' ', '\n\t\r\n'])('%j is empty', (message) => {
    expect(messageProblem(message, { svn_allow_empty_message: false })).toBe('Commit message must not be empty')
  })

  it('says something as soon as it has a letter', () => {
    expect(messageProblem(' x\n', { svn_allow_empty_message: false })).toBeNull()
  })
})

describe('the size of files', () => {
  const mib = 1024 ** 2
  const files = (...sizes: readonly number[]) => sizes.map((size, index) => ({ path: `f${index}`, size }))

  it('is limited, the limit included', () => {
    expect(sizeProblem(files(0, mib), 1)).toBeNull()
    expect(sizeProblem(files(0, mib, mib + 1, 9 * mib), 1)).toBe(
      '`f2` file size is 1048577 bytes. Allowed limit is 1048576 bytes.',
    )
  })

  it('is not limited by 0, and no files are small enough', () => {
    expect(sizeProblem(files(2 ** 45), 0)).toBeNull()
    expect(sizeProblem([], 1)).toBeNull()
  })
})

describe('a property of a revision', () => {
  it.each([
    { name: 'svn:author', action: 'M' },
    { name: 'svn:date', action: 'M' },
    { name: 'svn:log', action: 'A' },
    { name: 'svn:log', action: 'D' },
    { name: 'SVN:LOG', action: 'M' },
    { name: '', action: '' },
  ])('$name is not changed by $action, whatever is allowed', (change) => {
    for (const isAllowed of [true, false])
      expect(propertyProblem(change, isAllowed)).toBe('Cannot modify anything but svn:log')
  })

  it('is its message, where that may be changed', () => {
    expect(propertyProblem({ name: 'svn:log', action: 'M' }, true)).toBeNull()
    expect(propertyProblem({ name: 'svn:log', action: 'M' }, false)).toBe('Commit message is not allowed to change.')
  })
})
