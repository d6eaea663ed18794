import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReservedName } from '../../accounts/model/reserved-names.ts'
import { validateFullName, validateShortName } from './names.ts'

const shortName = (reason: string) => `Project shortname is invalid. The reason is: ${reason}`
const fullName = (reason: string) => `Project fullname is invalid. The reason is: ${reason}`
const tooShort = 'Name is too short. It must be at least 3 characters.'

describe('the short name of a project', () => {
  it.each(['apollo', 'Apollo-11', '3-2-1', 'abc', 'a'.repeat(30), 'www-team', 'wwwx', 'git2'])('may be %s', (name) => {
    expect(validateShortName(name)).toBeUndefined()
  })

  it.each([
    ['', 'Short name must start with an alphanumeric character.'],
    ['-ab', 'Short name must start with an alphanumeric character.'],
    ['_a b', 'Short name must start with an alphanumeric character.'],
    ['éab', 'Short name must start with an alphanumeric character.'],
    ['a_b c', 'Short name cannot contain underscore or dot.'],
    ['a.b', 'Short name cannot contain underscore or dot.'],
    ['a b', 'There cannot be any spaces in the short name.'],
    ['a\u00a0é', 'There cannot be any spaces in the short name.'],
    ['aé', 'Illegal character in name.'],
    ['a/b', 'Illegal character in name.'],
    ['abc\u0000', 'Illegal character in name.'],
    ['ab', tooShort],
    ['a'.repeat(31), 'Name is too long. It must be less than 30 characters.'],
    ['WWW1', 'Name is reserved.'],
    ['Root', 'Name is reserved.'],
    ['gitolite', 'Name is reserved.'],
    ['codendiadm', 'Name is reserved.'],
    ['ImAdmin-Bot', 'Name is reserved.'],
    ['webdev', 'Name is reserved.'],
    ['New', 'Name is reserved.'],
  ])('%j is rejected: %s', (name, reason) => {
    expect(validateShortName(name)).toEqual(shortName(reason))
  })

  it('has 3 to 30 letters, digits and hyphens, and is not reserved', () => {
    const unit = fc.constantFrom(...'abZ09-_. é/')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 33 }), (name) => {
        const isFine = /^[A-Za-z0-9][A-Za-z0-9-]{2,29}$/.test(name) && !isReservedName(name)
        expect(validateShortName(name) === undefined).toEqual(isFine)
      }),
    )
  })
})

describe('the full name of a project', () => {
  it.each(['Abc', 'A project, with 3 words!', 'é'.repeat(40), '🚀🚀🚀', `  ${'x'.repeat(40)}  `])(
    'may be %s',
    (name) => {
      expect(validateFullName(name)).toBeUndefined()
    },
  )

  it.each([
    ['', tooShort],
    ['ab', tooShort],
    ['  a  ', tooShort],
    ['🚀🚀', tooShort],
    ['x'.repeat(41), 'Name is too long. It must be less than 40 characters.'],
  ])('%j is rejected: %s', (name, reason) => {
    expect(validateFullName(name)).toEqual(fullName(reason))
  })
})
