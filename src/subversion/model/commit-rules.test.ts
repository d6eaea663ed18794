import { describe, expect, it } from 'vitest'
import { validateFileSizes, validateMessage, validatePropertyChange } from './commit-rules.ts'

describe('validateMessage', () => {
  it('accepts an empty message if the site allows it', () => {
    for (const message of ['', ' ', '\n\t\r\n'])
      expect(validateMessage(message, { svn_allow_empty_message: true })).toBeNull()
  })

  it.each(['', ' ', '\n\t\r\n'])('treats %j as empty', (message) => {
    expect(validateMessage(message, { svn_allow_empty_message: false })).toBe('Commit message must not be empty')
  })

  it('accepts a message with one letter', () => {
    expect(validateMessage(' x\n', { svn_allow_empty_message: false })).toBeNull()
  })
})

describe('validateFileSizes', () => {
  const mib = 1024 ** 2
  const files = (...sizes: readonly number[]) => sizes.map((size, index) => ({ path: `f${index}`, size }))

  it('accepts files up to the limit', () => {
    expect(validateFileSizes(files(0, mib), 1)).toBeNull()
    expect(validateFileSizes(files(0, mib, mib + 1, 9 * mib), 1)).toBe(
      '`f2` file size is 1048577 bytes. Allowed limit is 1048576 bytes.',
    )
  })

  it('does not limit with 0, and accepts no files', () => {
    expect(validateFileSizes(files(2 ** 45), 0)).toBeNull()
    expect(validateFileSizes([], 1)).toBeNull()
  })
})

describe('validatePropertyChange', () => {
  it.each([
    { name: 'svn:author', action: 'M' },
    { name: 'svn:date', action: 'M' },
    { name: 'svn:log', action: 'A' },
    { name: 'svn:log', action: 'D' },
    { name: 'SVN:LOG', action: 'M' },
    { name: '', action: '' },
  ])('rejects $action of $name', (change) => {
    for (const isAllowed of [true, false])
      expect(validatePropertyChange(change, isAllowed)).toBe('Cannot modify anything but svn:log')
  })

  it('accepts changes of the message if allowed', () => {
    expect(validatePropertyChange({ name: 'svn:log', action: 'M' }, true)).toBeNull()
    expect(validatePropertyChange({ name: 'svn:log', action: 'M' }, false)).toBe(
      'Commit message is not allowed to change.',
    )
  })
})
