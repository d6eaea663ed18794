import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { parseXml } from '../../kit/xml/read.ts'
import { parseXmlBody, toXml } from './xml-body.ts'

describe('toXml', () => {
  it.each<[string, unknown, string]>([
    ['members', { id: 742, uri: 'artifacts/742' }, '<response><id>742</id><uri>artifacts/742</uri></response>'],
    ['an object in an object', { a: { b: { c: 1 } } }, '<response><a><b><c>1</c></b></a></response>'],
    [
      'a list of objects',
      { values: [{ id: 1 }, { id: 2 }] },
      '<response><values><item><id>1</id></item><item><id>2</id></item></values></response>',
    ],
    ['a list of one object', { values: [{ id: 1 }] }, '<response><values><item><id>1</id></item></values></response>'],
    ['a list of one scalar', { ids: [101] }, '<response><ids>101</ids></response>'],
    ['a list of scalars', { ids: [101, 'x'] }, '<response><ids><text>101</text><text>x</text></ids></response>'],
    [
      'a list of lists',
      { a: [[1], [2, 3]] },
      '<response><a><item>1</item><item><text>2</text><text>3</text></item></a></response>',
    ],
    ['a mixed list', { a: ['x', { b: 1 }] }, '<response><a><item><b>1</b></item>x</a></response>'],
    ['a list with nothing in it', { a: [null, {}] }, '<response><a><item/></a></response>'],
    ['an empty list and object', { a: [], b: {} }, '<response><a/><b/></response>'],
    ['null and no text', { a: null, b: '' }, '<response><a></a><b></b></response>'],
    ['true and false', { a: true, b: false }, '<response><a>true</a><b>false</b></response>'],
    ['numbers', { a: 25.0, b: -1.5, c: Number.NaN }, '<response><a>25</a><b>-1.5</b><c></c></response>'],
    ['what JSON leaves out', { a: undefined, b: new Date(0) }, '<response><b>1970-01-01T00:00:00.000Z</b></response>'],
    ['text', { a: '<é> & "x"\nit\'s' }, "<response><a>&lt;é&gt; &amp; &quot;x&quot;\nit's</a></response>"],
    ['a control character', { a: 'a\u0000b' }, '<response><a>ab</a></response>'],
    [
      'a list at the top',
      [{ id: 1 }, { id: 2 }],
      '<response><item><id>1</id></item><item><id>2</id></item></response>',
    ],
    ['scalars at the top', [1, 2], '<response><text>1</text><text>2</text></response>'],
    ['an empty list at the top', [], '<response/>'],
    ['nothing', undefined, '<response></response>'],
    [
      'an error',
      { error: { code: 404, message: 'Not Found' } },
      '<response><error><code>404</code><message>Not Found</message></error></response>',
    ],
    ['a text as the text of its parent', { a: { text: 'x', id: 1 } }, '<response><a><id>1</id>x</a></response>'],
    [
      'a text that is more than a text as a child',
      { a: { text: { value: 'x' } } },
      '<response><a><text><value>x</value></text></a></response>',
    ],
    [
      'a key that is no name by its codes',
      { '2nd': 1, 'a b': 2, '': 3 },
      '<response><_x0032_nd>1</_x0032_nd><a_x0020_b>2</a_x0020_b><_>3</_></response>',
    ],
  ])('writes %s', (_, value, xml) => {
    expect(toXml(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
  })

  it('writes a document for any value', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => parseXml(toXml(value)).name === 'response'))
  })
})

describe('fromXml', () => {
  it('parses a new artifact', () => {
    const body = `<?xml version="1.0"?>
      <request><tracker><id>31</id></tracker><values>
        <item><field_id>502</field_id><value>Crane stops</value></item>
        <item><field_id>505</field_id><bind_value_ids><item>210</item></bind_value_ids></item>
        <item><field_id>503</field_id><value><content><![CDATA[<b>x</b>]]></content><format>html</format></value></item>
      </values></request>`
    expect(parseXmlBody(body)).toEqual({
      tracker: { id: '31' },
      values: [
        { field_id: '502', value: 'Crane stops' },
        { field_id: '505', bind_value_ids: ['210'] },
        { field_id: '503', value: { content: '<b>x</b>', format: 'html' } },
      ],
    })
  })

  it.each<[string, string, unknown]>([
    ['any root', '<artifact><a>1</a></artifact>', { a: '1' }],
    ['text as text', '<r><a>007</a><b>false</b><c> x </c><d>1e5</d></r>', { a: '007', b: 'false', c: ' x ', d: '1e5' }],
    ['one item as a list', '<r><a><item>1</item></a></r>', { a: ['1'] }],
    ['items at the top as a list', '<r><item><id>1</id></item><item/></r>', [{ id: '1' }, null]],
    ['items next to others', '<r><a><item>1</item><b>2</b></a></r>', { a: { item: ['1'], b: '2' } }],
    ['items of an announced list', '<r><a type="array"><item>1</item></a></r>', { a: ['1'] }],
    ['siblings of one name as a list', '<r><l>1</l><m/><l>2</l></r>', { l: ['1', '2'], m: null }],
    ['empty siblings', '<r><l/><l/></r>', { l: [null, null] }],
    ['an empty element as null', '<r><a></a><b/><c><!-- --></c></r>', { a: null, b: null, c: null }],
    [
      'attributes as members',
      '<r a="1"><b c="2">x</b><d e="3"/><f g="4"> <h/> </f></r>',
      { a: '1', b: { c: '2', text: 'x' }, d: { e: '3' }, f: { g: '4', h: null } },
    ],
    ['attributes of namespaces as no members', '<r xmlns="urn:x" xmlns:i="urn:i"><a i:nil="true"/></r>', { a: null }],
    ['text next to children', '<r><a>x<b>1</b></a></r>', { a: { b: '1', text: 'x' } }],
    ['a field called text', '<r><text><value>x</value></text></r>', { text: { value: 'x' } }],
    [
      'names of objects',
      '<r><constructor>1</constructor><toString>2</toString></r>',
      { constructor: '1', toString: '2' },
    ],
    ['keys written by their codes', '<r><_x0032_nd>1</_x0032_nd></r>', { '2nd': '1' }],
    ['a code that is no character', '<r><_x110000_>1</_x110000_></r>', { _x110000_: '1' }],
    ['a list of texts as answers have it', '<r><a><text>210</text><text>211</text></a></r>', { a: ['210', '211'] }],
    ['texts of which one is empty', '<r><a><text>x</text><text/></a></r>', { a: ['x', null] }],
    ['one text as a member', '<r><a><text>x</text></a></r>', { a: { text: 'x' } }],
    ['texts next to others', '<r><a><text>x</text><text>y</text><b/></a></r>', { a: { text: ['x', 'y'], b: null } }],
    ['a list of one scalar as a scalar', '<r><bind_value_ids>210</bind_value_ids></r>', { bind_value_ids: '210' }],
    [
      'fields without an item as an object',
      '<r><values><field_id>3</field_id></values></r>',
      { values: { field_id: '3' } },
    ],
    ['sections and text together', '<r><a>1 &lt; <![CDATA[2 & 3]]></a></r>', { a: '1 < 2 & 3' }],
    ['an empty root', '<r/>', null],
    ['a root of blanks', '<r>\n  </r>', null],
    ['nothing', ' \n', null],
  ])('parses %s', (_, xml, value) => {
    expect(parseXmlBody(xml)).toEqual(value)
  })

  it.each([
    ['<request><tracker>', 'Malformed XML. Unclosed tag: tracker at line 1'],
    ['<a>\n<b></a>', 'Malformed XML. Unexpected close tag at line 2'],
    ['{"a":1}', 'Malformed XML. Text data outside of root node at line 1'],
    [
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>',
      'Malformed XML. A document type declaration (DOCTYPE) is not accepted at line 1',
    ],
    ['<r><__proto__><admin>1</admin></__proto__></r>', 'Malformed XML. The name __proto__ is not accepted at line 1'],
    ['<r><_x005F__proto__/></r>', 'Malformed XML. The name __proto__ is not accepted at line 1'],
    ['<r __proto__="1"/>', 'Malformed XML. The name __proto__ is not accepted at line 1'],
  ])('rejects %j', (body, message) => {
    expect(() => parseXmlBody(body)).toThrow(expect.objectContaining({ name: 'XmlProblem', message }))
  })

  it.each([
    ['entities that multiply', `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>`, 'DOCTYPE'],
    ['an undeclared entity', '<r>&x;</r>', 'entity'],
    ['a type declaration behind a comment', '<!-- --><!DOCTYPE r SYSTEM "http://example.org/x.dtd"><r/>', 'DOCTYPE'],
    ['elements that never end', '<a>'.repeat(200_000), 'more than 100 levels deep'],
    ['two roots', '<a/><b/>', 'root'],
  ])('rejects %s', (_, body, reason) => {
    expect(() => parseXmlBody(body)).toThrow(
      expect.objectContaining({ name: 'XmlProblem', message: expect.stringContaining(reason) }),
    )
  })

  it('parses a hundred thousand siblings in linear time', () => {
    const values = parseXmlBody(`<r>${'<a>1</a>'.repeat(100_000)}<b/></r>`) as { a: unknown[] }
    expect(values.a).toHaveLength(100_000)
  })

  it('throws only problems for any input', () => {
    const pieces = fc.constantFrom(
      '<r>',
      '</r>',
      '<item>',
      '</item>',
      '<_x0032_ a="1"',
      '/>',
      '<__proto__/>',
      '&lt;',
      '<![CDATA[',
      ']]>',
      'x',
    )
    const body = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          body,
          body.map((inner) => `<r>${inner}</r>`),
        ),
        (input) => {
          try {
            parseXmlBody(input)
          } catch (problem) {
            expect(problem).toBeInstanceOf(XmlProblem)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('round-trips objects, lists of objects and texts', () => {
    const text = fc.string({ minLength: 1 })
    const key = fc.string({ minLength: 1 }).filter((name) => !['text', 'item', '__proto__'].includes(name))
    const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
      object: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constant(null),
        tie('object'),
        fc.array(tie('object'), { minLength: 1, maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(value, (input) => {
        // At the top level, a blank text is a body without content.
        expect(parseXmlBody(toXml({ given: input }))).toEqual({ given: input })
      }),
    )
  })
})

/** Payloads of clients as JSON, except for keys that no element can have. */
const payload = fc.letrec<{ value: unknown; object: unknown; list: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true })),
    fc.oneof(fc.boolean(), fc.constant(null), fc.constantFrom('007', 'false', '0x1A', '1e5', ' x ', ']]>', '\r\n')),
    tie('object'),
    tie('list'),
  ),
  object: fc.dictionary(
    fc
      .oneof(fc.string(), fc.constantFrom('text', 'value', 'values', 'bind_value_ids', '2nd', '_x0041_'))
      .filter((key) => !['', 'item', '__proto__'].includes(key)),
    tie('value'),
    { maxKeys: 4, noNullPrototype: true },
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
}))

describe('a payload', () => {
  it('in the form of requests has the meaning of the JSON, with scalars as text and empty values as null', () => {
    fc.assert(
      fc.property(payload.object, (input) => {
        const expected = asText(input)
        // A body without content is undefined.
        fc.pre(expected !== null)
        expect(parseXmlBody(requestForm('request', input))).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('in the form of responses contains the same texts', () => {
    fc.assert(
      fc.property(payload.value, (input) => {
        expect(textsOfXml(parseXml(toXml({ given: input }))).sort()).toEqual(textsOfJson(input).sort())
      }),
      { numRuns: 1000 },
    )
  })
})

/** Removes characters that XML cannot contain. */
const sayable = (text: string): string => text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** A JSON value as XML represents it. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(asText)
  if (typeof value !== 'object' || value === null)
    return value === null || sayable(`${value}`) === '' ? null : sayable(`${value}`)
  const members = Object.entries(value)
  return members.length === 0 ? null : Object.fromEntries(members.map(([key, member]) => [key, asText(member)]))
}

/** A request in canonical form: an `item` for each entry, encoded names where necessary. */
function requestForm(name: string, value: unknown): string {
  const inside = Array.isArray(value)
    ? value.map((entry) => requestForm('item', entry)).join('')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, member]) => requestForm(spelled(key), member))
          .join('')
      : escaped(value === null ? '' : sayable(`${value}`))
  return `<${name}>${inside}</${name}>`
}

const spelled = (key: string): string =>
  Array.from(key, (character) =>
    /[a-z]/.test(character)
      ? character
      : `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`,
  ).join('')

const escaped = (text: string): string => text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`)

function textsOfJson(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOfJson)
  const text = value === null ? '' : sayable(`${value}`)
  return text.trim() === '' ? [] : [text]
}

const textsOfXml = (read: XmlElement): string[] => [
  ...(read.text.trim() === '' ? [] : [read.text]),
  ...read.children.flatMap(textsOfXml),
]
