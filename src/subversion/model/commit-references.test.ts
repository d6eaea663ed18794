import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReferences } from './commit-references.ts'

const referencesIn = (message: string) =>
  parseReferences(message).map(({ keyword, project, value }) =>
    project === null ? `${keyword}=${value}` : `${keyword}=${project}:${value}`,
  )

describe('parseReferences', () => {
  it.each([
    { message: 'closes bug #12', are: ['bug=12'] },
    { message: 'ART #12: done', are: ['art=12'] },
    { message: 'art #12, art #13 and (story #14).', are: ['art=12', 'art=13', 'story=14'] },
    { message: 'art #orchard:12', are: ['art=orchard:12'] },
    { message: 'art #101:12', are: ['art=101:12'] },
    { message: 'see art #my-project:12', are: ['art=my-project:12'] },
    { message: 'reverts rev #sources/7', are: ['rev=sources/7'] },
    { message: 'svn #orchard:sources.git-old_1/7', are: ['svn=orchard:sources.git-old_1/7'] },
    { message: 'wiki #Front_Page', are: ['wiki=Front_Page'] },
    { message: 'doc #a&b', are: ['doc=a&b'] },
    { message: 'art\u00a0#12', are: ['art=12'] },
    { message: 'art #12 art #12 ART #12 art\u00a0#12', are: ['art=12'] },
    { message: 'art #12\r\nart #13\n', are: ['art=12', 'art=13'] },
    { message: 'art #12.', are: ['art=12'] },
  ])('$message', ({ message, are }) => {
    expect(referencesIn(message)).toEqual(are)
  })

  it.each(['#12', 'art#12', 'art 12', 'art # 12', 'art  #12', 'art #', 'art #é', '', '##', 'ärt #12é', 'art #12é'])(
    'finds none in %j',
    (message) => {
      expect(referencesIn(message)).toEqual([])
    },
  )

  it('finds references anywhere in the text, as written', () => {
    const word = fc.stringMatching(/^[a-z0-9_]{1,12}$/)
    const project = fc.option(fc.stringMatching(/^[a-z][a-z0-9-]{2,12}$/))
    const value = fc.tuple(fc.array(fc.stringMatching(/^[a-z0-9_.-]{1,8}$/), { maxLength: 2 }), word)
    const around = fc.constantFrom('', ' ', '\n', '. ', ' (', ', ', ' – ', ' "')
    const one = fc.tuple(word, project, value, around)
    fc.assert(
      fc.property(fc.array(one, { maxLength: 5 }), (parts) => {
        const requested = parts.map(([keyword, of, [segments, last]]) => ({
          keyword,
          project: of,
          value: [...segments, last].join('/'),
        }))
        const message = requested
          .map((each, index) => {
            const of = each.project === null ? '' : `${each.project}:`
            return `${parts[index]?.[3]} ${each.keyword} #${of}${each.value} `
          })
          .join('\n')
        const distinct = [...new Map(requested.map((each) => [JSON.stringify(each), each])).values()]
        expect(parseReferences(message)).toEqual(distinct)
      }),
    )
  })

  it('takes linear time', () => {
    // Would take half an hour in quadratic time.
    for (const piece of ['a', 'a/', 'a #', 'a #b:', 'a #a/', '#', ' ', 'a&', '-_.'])
      for (const end of ['', 'é', '/']) expect(parseReferences(piece.repeat(500_000) + end).length).toBeLessThan(2)
  })

  it('of anything are plain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        for (const { keyword, value } of parseReferences(message)) {
          expect(keyword).toMatch(/^[a-z0-9_]+$/)
          expect(value).toMatch(/^[\w.&/-]+$/)
        }
      }),
    )
  })
})
