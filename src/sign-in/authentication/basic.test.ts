import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBasic } from './basic.ts'

const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('the Basic header', () => {
  it('contains login and password, which may contain colons', () => {
    const logins = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !/[:\0]/.test(text))
    fc.assert(
      fc.property(
        logins,
        fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0')),
        (login, password) => {
          const input = Buffer.from(`${login}:${password}`).toString()
          expect(parseBasic(header(input))).toEqual({ login, password })
        },
      ),
    )
  })

  it('has a case-insensitive scheme', () => {
    expect(parseBasic(header('a:b').replace('Basic', 'bAsIc'))).toEqual({ login: 'a', password: 'b' })
  })

  it('is decoded as Latin-1 if it is not UTF-8', () => {
    const input = Buffer.from('andré:crème brûlée', 'latin1').toString('base64')
    expect(parseBasic(`Basic ${input}`)).toEqual({ login: 'andré', password: 'crème brûlée' })
  })

  it.each([
    ['nothing', undefined],
    ['another scheme', 'Digest username="x"'],
    ['no base64', 'Basic ????'],
    ['a NUL', header('a\0lice:secret')],
    ['no colon', header('alice')],
    ['no password', header('alice:')],
    ['no login', header(':secret')],
  ])('is rejected with %s', (_, text) => expect(parseBasic(text)).toBeUndefined())
})
