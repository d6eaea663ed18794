import { describe, expect, it } from 'vitest'
import { toProjectAccess, validateAccess } from './access.ts'
import { accesses } from './project.ts'

describe('the visibility of a new project', () => {
  it.each([
    [true, true, 'unrestricted'],
    [true, false, 'public'],
    [true, null, 'public'],
    [false, false, 'private-wo-restr'],
    [false, true, 'private'],
    [false, null, 'private'],
  ] as const)('public %s, restricted users %s: %s', (isPublic, allowsRestricted, access) => {
    expect(toProjectAccess(isPublic, allowsRestricted)).toBe(access)
  })

  it.each(['anonymous', 'regular'] as const)('in mode %s is public or private', (access_mode) => {
    const fine = accesses.filter((access) => validateAccess(access, { access_mode }) === undefined)
    expect(fine).toEqual(['public', 'private'])
  })

  it('may have any value on sites with restricted users', () => {
    for (const access of accesses) expect(validateAccess(access, { access_mode: 'restricted' })).toBeUndefined()
  })
})
