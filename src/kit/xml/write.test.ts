import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseXml } from './read.ts'
import { buildCdata, buildElement, buildStartTag, closeTag, declaration, escapeText, isXmlName } from './write.ts'

describe('the XML writer', () => {
  it('writes elements', () => {
    const inner = buildElement('name', {}, buildCdata('Bugs & <more>'))
    expect(buildElement('tracker', { id: 'T1', rank: 2, parent: undefined }, inner, buildElement('items', {}))).toBe(
      '<tracker id="T1" rank="2"><name><![CDATA[Bugs & <more>]]></name><items/></tracker>',
    )
  })

  it('writes large elements in chunks', () => {
    const pieces = [
      declaration,
      buildStartTag('a'),
      buildStartTag('b', { c: '1' }),
      escapeText('<'),
      closeTag('b'),
      closeTag('a'),
    ]
    expect(pieces.join('')).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a><b c="1">&lt;</b></a>')
  })

  it('splits a CDATA section that contains its end', () => {
    expect(buildCdata('a]]>b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>')
  })

  it('removes characters that XML cannot contain before it looks for the end of a section', () => {
    expect(buildCdata('a]]\u0000>\u0008\ufffe\ud800b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>')
    expect(escapeText('a\u001fb')).toBe('ab')
    expect(buildElement('a', { b: 'a\u000bb' })).toBe('<a b="ab"/>')
  })

  it.each(['', '2nd', 'a b', 'a>', ':a', 'a:', 'a:b:c', '-a', 'a"'])('rejects the element name %j', (name) => {
    expect(isXmlName(name)).toBe(false)
    expect(() => buildElement(name, {})).toThrow('cannot be the name')
    expect(() => buildElement('a', { [name]: '1' })).toThrow('cannot be the name')
  })

  it('allows a prefix in the name of an attribute only', () => {
    expect(isXmlName('a:b')).toBe(false)
    expect(() => buildElement('a:b', {})).toThrow('cannot be the name')
    expect(buildElement('a', { 'xmlns:b': 'urn:b', 'b:c': '1' })).toBe('<a xmlns:b="urn:b" b:c="1"/>')
  })

  it('writes texts that are read back unchanged', () => {
    const value = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(']', '>', '<', '&', '"', "'", '\r', '\n', '\t', ' ', '€', '😀'),
          fc.string({ maxLength: 1 }),
        ),
      })
      .map((text) => text.replace(/[^\t\n\r\x20-\u{10ffff}]/gu, ''))
    fc.assert(
      fc.property(value, value, value, (attribute, one, two) => {
        const read = parseXml(buildElement('a', { attribute }, buildCdata(one), escapeText(two)))
        expect(read.attributes['attribute']).toBe(attribute)
        expect(read.text).toBe(one + two)
      }),
    )
  })
})
