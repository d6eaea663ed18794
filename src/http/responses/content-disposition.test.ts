import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatContentDisposition } from './content-disposition.ts'

/** RFC 6266 §4.1: clients prefer the extended name. */
function nameIn(header: string): string | undefined {
  const form = /^attachment; filename="((?:[ !#-[\]-~]|\\[ -~])*)"(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]*))?$/
  const [, quoted, extended] = form.exec(header) ?? []
  return extended === undefined ? quoted?.replaceAll(/\\(.)/g, '$1') : decodeURIComponent(extended)
}

describe('Content-Disposition', () => {
  it.each([
    ['a.txt', 'attachment; filename="a.txt"'],
    ['crane 1.png', 'attachment; filename="crane 1.png"'],
    ['a;b=c,d.txt', 'attachment; filename="a;b=c,d.txt"'],
    ['été.pdf', `attachment; filename="t.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`],
    ['日本', `attachment; filename="download"; filename*=UTF-8''%E6%97%A5%E6%9C%AC`],
    ['a"b.txt', `attachment; filename="a\\"b.txt"; filename*=UTF-8''a%22b.txt`],
    ['100%41.txt', `attachment; filename="100%41.txt"; filename*=UTF-8''100%2541.txt`],
    ["it's (1)*é", `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A%C3%A9`],
    ['../../etc/passwd', 'attachment; filename="..-..-etc-passwd"'],
    ['..\\boot.ini', 'attachment; filename="..-boot.ini"'],
    ['a\r\nSet-Cookie: b=c', 'attachment; filename="aSet-Cookie: b=c"'],
    ['a\0b\x7f\u0085c', 'attachment; filename="abc"'],
    // "photo", then characters in right-to-left order that end in "exe"
    ['photo\u202egnp.exe', 'attachment; filename="photognp.exe"'],
    ['\u200fשלום.txt', `attachment; filename=".txt"; filename*=UTF-8''%E2%80%8F%D7%A9%D7%9C%D7%95%D7%9D.txt`],
    ['\ud800a', `attachment; filename="a"; filename*=UTF-8''%EF%BF%BDa`],
    ['😀', `attachment; filename="download"; filename*=UTF-8''%F0%9F%98%80`],
    ['', 'attachment; filename="download"'],
    ['\r\n', 'attachment; filename="download"'],
    [' ', `attachment; filename="download"; filename*=UTF-8''%20`],
  ])('of %j is %s', (name, header) => {
    expect(formatContentDisposition(name)).toBe(header)
  })

  it('of any name contains it, except for characters that file names must not have', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('"', '\\', '/', '\r', '\n', '%', "'", ';', '*', ' ', '\u202e', '\u200f', '😀'),
    )
    fc.assert(
      fc.property(fc.string({ unit }), (name) => {
        const header = formatContentDisposition(name)
        expect(header).toMatch(/^[\x20-\x7e]+$/)
        const expected = name
          .toWellFormed()
          .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
          .replaceAll(/[\\/]/g, '-')
        expect(nameIn(header)).toBe(expected || 'download')
      }),
    )
  })
})
