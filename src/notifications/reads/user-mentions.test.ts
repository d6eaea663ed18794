import { expect, it } from 'vitest'
import type { RichText } from '../../fields/model/field.ts'
import { findMentionedLogins } from './user-mentions.ts'

const find = (content: string, format: RichText['format'] = 'commonmark') => findMentionedLogins({ format, content })

it('finds logins after an at sign, also at the end of a sentence', () => {
  expect(find('@amy, see (@bob-2) and @j.doe. Thanks @cid.')).toEqual([
    ['amy'],
    ['bob-2'],
    ['j.doe.', 'j.doe'],
    ['cid.', 'cid'],
  ])
})

it('finds each login once', () => {
  expect(find('@amy @amy')).toEqual([['amy']])
})

it('finds none in email addresses, paths, code and tags', () => {
  expect(find('amy@people.example https://x.example/@amy @@amy `@amy` @ amy')).toEqual([])
  expect(find('```\n@amy\n```\nand ```\n@bob')).toEqual([])
  expect(find('<a title="@amy">x</a>', 'html')).toEqual([])
})

it('finds logins in every format of text', () => {
  expect(find('<p>Hello <b>@amy</b></p>', 'html')).toEqual([['amy']])
  expect(find('call @amy', 'text')).toEqual([['amy']])
})

it('finds at most 50 logins', () => {
  expect(find(Array.from({ length: 60 }, (_, n) => `@user${n}`).join(' '))).toHaveLength(50)
})
