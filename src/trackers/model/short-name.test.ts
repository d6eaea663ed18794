import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFreeName, toShortName } from './short-name.ts'

describe('the short name of a form element', () => {
  it.each([
    ['  Due Date ', 'due_date'],
    ['Priorität', 'prioritat'],
    ['a.b/c', 'a_b_c'],
    ['kept-as_it_is', 'kept-as_it_is'],
    ['   ', ''],
    ['日本', '__'],
  ])('of %j is %j', (text, name) => expect(toShortName(text)).toBe(name))

  it('does not change when shortened again', () => {
    fc.assert(fc.property(fc.string(), (text) => toShortName(toShortName(text)) === toShortName(text)))
  })

  it('gets a number when it is in use', () => {
    const usedNames = new Set(['status', 'status_2'])
    expect(findFreeName('status', (name) => usedNames.has(name))).toBe('status_3')
    expect(findFreeName('title', (name) => usedNames.has(name))).toBe('title')
  })
})
