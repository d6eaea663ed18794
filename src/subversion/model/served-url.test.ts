import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDestination, parseServedUrl } from './served-url.ts'

describe('parseServedUrl', () => {
  it.each([
    ['/svnplugin/pumps/main', '/svnplugin/pumps/main'],
    ['/svnplugin/pumps/main/trunk/a%20b/%C3%A9?p=3', '/svnplugin/pumps/main/trunk/a%20b/%C3%A9'],
    ['/svnplugin/pumps/main/!svn/rvr/3/x', '/svnplugin/pumps/main/!svn/rvr/3/x'],
    ['/svnplugin/pumps/main/a/../b', '/svnplugin/pumps/main/b'],
    ['/svnplugin/pumps/main/a%5Cb', '/svnplugin/pumps/main/a%5Cb'],
    ['/svnplugin/pumps/main/..%5c..%5cother/x', '/svnplugin/pumps/main/..%5c..%5cother/x'],
    ['/svnplugin/pumps/main/%2e%2e%5cother', '/svnplugin/pumps/main/%2e%2e%5cother'],
    ['/svnplugin/pumps/main/a%5c/../b', '/svnplugin/pumps/main/b'],
  ])('forwards %s as %s', (input, path) => {
    expect(parseServedUrl(input)).toEqual({ project: 'pumps', repository: 'main', path })
  })

  it.each([
    '/svnplugin/pumps',
    '/svnplugin/pumps/',
    '/svnplugin//main/x',
    '//svnplugin/pumps/main',
    '/SVNPLUGIN/pumps/main',
    '/svnplugin/pumps/main/..%2f..%2fother/secret',
    '/svnplugin/pumps/main/..\\other',
    '/svnplugin\\pumps/main',
    '/svnplugin/pumps%5cmain/x',
    '/svnplugin/pumps/main%5cx',
    '/svnplugin/pumps/ma%69n',
    '/svnplugin/pumps/main/%00',
    'http://here/svnplugin/pumps/main',
    '/api/projects',
  ])('rejects %s', (input) => expect(parseServedUrl(input)).toBeUndefined())

  it.each(['..', '%2e%2e', '.%2E', '%2e.'])('resolves %s to the repository that is checked', (dots) => {
    expect(parseServedUrl(`/svnplugin/pumps/main/${dots}/other/x`)).toMatchObject({ repository: 'other' })
    expect(parseServedUrl(`/svnplugin/pumps/main/${dots}/${dots}/crops/x/y`)).toMatchObject({ project: 'crops' })
  })

  it('keeps any forwarded path inside the repository', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2E%2e',
      '',
      'a',
      '/',
      '\\',
      '%2f',
      '%5C',
      ';',
      '?',
      '#',
      '%00',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const read = parseServedUrl(`/svnplugin/pumps/main/${pieces.join('/')}`)
        if (read === undefined) return
        expect(`${read.path}/`.startsWith(`/svnplugin/${read.project}/${read.repository}/`)).toBe(true)
        expect(decodeURIComponent(read.path).split('/')).not.toContain('..')
      }),
    )
  })

  it.each([
    'https://svn.example/svnplugin/pumps/main/b%20c',
    'http://127.0.0.1:8080/svnplugin/pumps/main/b%20c',
    '/svnplugin/pumps/main/b%20c',
  ])('accepts a copy to %s', (header) => {
    expect(parseDestination(header)).toMatchObject({ path: '/svnplugin/pumps/main/b%20c' })
  })

  it.each(['ftp://x/svnplugin/pumps/main', '//x/svnplugin/pumps/main', 'https://x', 'x'])(
    'rejects a copy to %s',
    (to) => expect(parseDestination(to)).toBeUndefined(),
  )
})
