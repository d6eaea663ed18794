import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { escapeHtml, unescapeHtml } from './escape-html.ts'

// A parser reads a carriage return as a line feed and removes NUL; halves of surrogate pairs are no text.
const text = fc
  .string({
    unit: fc.oneof(fc.constantFrom('&', '<', '>', '"', "'", '&amp;', '&#', ';', ' ', '\n', '€', '😀'), fc.string()),
  })
  .map((value) => value.replaceAll(/[\r\0]/g, ''))

describe('escapeHtml', () => {
  it('escapes exactly the characters that have a meaning in HTML', () => {
    expect(escapeHtml(`a & <b c="d" e='f'>`)).toBe('a &amp; &lt;b c=&quot;d&quot; e=&#039;f&#039;&gt;')
    expect(escapeHtml('é;\n#😀')).toBe('é;\n#😀')
  })

  it('yields text that a parser reads back unchanged, between tags and in both quotes', () => {
    fc.assert(
      fc.property(text, (value) => {
        const escaped = escapeHtml(value)
        const [element] = parseFragment(`<p a="${escaped}" b='${escaped}'>x${escaped}</p>`).childNodes
        expect(element).toMatchObject({
          attrs: [
            { name: 'a', value },
            { name: 'b', value },
          ],
          childNodes: [{ nodeName: '#text', value: `x${value}` }],
        })
      }),
    )
  })

  it('is undone by unescapeHtml', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(unescapeHtml(escapeHtml(value))).toBe(value)
      }),
    )
  })

  it('is undone once, not twice', () => {
    expect(unescapeHtml('&amp;lt; &amp;amp;quot;')).toBe('&lt; &amp;quot;')
  })
})
