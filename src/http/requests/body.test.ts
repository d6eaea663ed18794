import { describe, expect, it } from 'vitest'
import { parseBody } from './body.ts'
import { readBoundedBody } from './bounded-body.ts'

const parse = (type: string, text: string | readonly number[]) =>
  parseBody(type, typeof text === 'string' ? Buffer.from(text) : Buffer.from(text))

describe('a body', () => {
  it.each([
    ['', '{"a":1}', { a: 1 }],
    ['application/json', ' ', undefined],
    ['application/json', String.raw`{"a":"\\u0000"}`, { a: String.raw`\u0000` }],
    ['application/json', `${'['.repeat(512)}${']'.repeat(512)}`, expect.any(Array)],
    ['application/xml', '<r><a>1</a></r>', { a: '1' }],
    ['Application/XML', '\uFEFF<?xml version="1.0"?>\n<r><a>1</a></r>', { a: '1' }],
    ['application/json', String.raw`{"a":"\ud83d\ude00"}`, { a: '😀' }],
    ['application/json', String.raw`{"a":"\\ud800"}`, { a: String.raw`\ud800` }],
    ['application/x-www-form-urlencoded', 'a=b+c&d=%C3%A9', { a: 'b c', d: 'é' }],
    ['application/x-www-form-urlencoded', 'a=100%&b={"c":1}', { a: '100%', b: '{"c":1}' }],
    ['application/x-www-form-urlencoded', 'a=1&a=2&0=x', { a: '2', 0: 'x' }],
    [
      'application/x-www-form-urlencoded',
      'tracker[id]=3&values[0][field_id]=12&values[0][bind_value_ids][]=7&values[0][bind_value_ids][]=8&values%5B1%5D%5Bvalue%5D=',
      { tracker: { id: '3' }, values: [{ field_id: '12', bind_value_ids: ['7', '8'] }, { value: '' }] },
    ],
    ['application/x-www-form-urlencoded', 'a[1]=y&a[0]=x&b[1]=z&b[]=w', { a: ['x', 'y'], b: { 1: 'z', 2: 'w' } }],
    ['application/x-www-form-urlencoded', 'a=1&a[b]=2&c[d]=3&c=4', { a: { b: '2' }, c: '4' }],
    [
      'application/x-www-form-urlencoded',
      'b[=2&c]=3&d[e]f=4&g[h[]]=5&[a]=1',
      { 'b[': '2', 'c]': '3', 'd[e]f': '4', 'g[h[]]': '5', '[a]': '1' },
    ],
    ['application/x-www-form-urlencoded', '{"a":"b=c&d"}', { a: 'b=c&d' }],
    ['application/x-www-form-urlencoded', '\n [1, 2]', [1, 2]],
  ])('of type %j with %j is parsed as %j', (type, text, value) => {
    expect(parse(type, text)).toEqual(value)
  })

  const halfPair =
    'Error encoding/decoding JSON: A text holds half of a surrogate pair, such as `\\ud800`. Send both halves or none.'
  const nul = 'A text cannot contain a NUL character.'
  const nulIn = (name: string) => `Invalid value specified for \`${name}\`. ${nul}`
  it.each([
    ['application/json', String.raw`{"a":"\u0000"}`, nulIn('a')],
    [
      'application/json',
      String.raw`{"values":[{"field_id":5},{"value":{"content":"x\u0000"}}]}`,
      nulIn('values[1][value][content]'),
    ],
    ['application/json', String.raw`"\u0000"`, nul],
    ['application/json', String.raw`{"\\\u0000":1}`, nul],
    ['application/json', `["\\u0000",${'['.repeat(20_000)}${']'.repeat(20_001)}`, nulIn('0')],
    ['application/x-www-form-urlencoded', 'username=a%00', nul],
    ['application/x-www-form-urlencoded', 'username=a\0', nul],
    ['application/x-www-form-urlencoded', `a${'[b]'.repeat(8)}=1`, 'A name in a form can have at most 8 parts.'],
    ['application/json', String.raw`{"a":["\ud800"]}`, halfPair],
    ['application/json', String.raw`{"a":"x\uDC00y"}`, halfPair],
    ['application/json', String.raw`{"\ud83d":1}`, halfPair],
    ['application/json', String.raw`"\ud83d\ud83d\ude00"`, halfPair],
    ['application/x-www-form-urlencoded', String.raw`{"a":"\udfff"}`, halfPair],
    ['application/x-www-form-urlencoded', '{"a":', 'Error encoding/decoding JSON: Syntax error'],
    ['application/x-www-form-urlencoded', 'a=%ED%A0%80', expect.stringContaining('`%ED%A0%80`')],
    ['application/xml', '<r><a>&#xD800;</a></r>', expect.stringMatching(/^Malformed XML\. /)],
    ['application/xml', '<r><_xD800_>1</_xD800_></r>', expect.stringMatching(/^Malformed XML\. /)],
    ['application/json', 'null', 'Error parsing JSON'],
    [
      'application/json',
      `${'['.repeat(514)}${']'.repeat(514)}`,
      'Error encoding/decoding JSON: Maximum stack depth exceeded',
    ],
    [
      'application/json',
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'Error encoding/decoding JSON: Maximum stack depth exceeded',
    ],
    [
      'application/xml',
      `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
      'Malformed XML. Elements are nested more than 100 levels deep at line 1',
    ],
    ['application/json', '{', 'Error encoding/decoding JSON: Syntax error'],
    ['application/xml', '<r>', 'Malformed XML. Unclosed tag: r at line 1'],
    ['text/xml', '<r/>', 'Content type `text/xml` is not supported.'],
  ])('of type %j with %j is rejected: %s', (type, text, message) => {
    expect(() => parse(type, text)).toThrow(expect.objectContaining({ name: 'Refusal', message: message as string }))
  })

  it.each<[string, Buffer]>([
    ['UTF-16', Buffer.from('\uFEFF<r><a>1</a></r>', 'utf16le')],
    ['UTF-16', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><r/>', 'utf16le').swap16()],
    ['UTF-16', Buffer.from('<r/>', 'utf16le')],
    ['UTF-16', Buffer.from('<r/>', 'utf16le').swap16()],
    ['UTF-16', Buffer.from(`\uFEFF<r>${'a'.repeat(100_000)}</r>`, 'utf16le')],
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r>é</r>', 'latin1')],
    ['Windows-1252', Buffer.from("<?xml version='1.0' encoding='Windows-1252' ?><r>a</r>")],
    ['EBCDIC', Buffer.from('\uFEFF<?xml version="1.0" encoding="EBCDIC"?><r>é</r>')],
    ['ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><r>${'é'.repeat(100_000)}</r>`, 'latin1')],
  ])('in XML is rejected with the name of its encoding: %s', async (encoding, bytes) => {
    const message = `Malformed XML. The encoding is ${encoding}, but only UTF-8 is accepted.`
    await expect((async () => readBoundedBody('application/xml', bytes))()).rejects.toThrow(
      expect.objectContaining({ name: 'Refusal', message }),
    )
  })

  it.each([
    '<?xml version="1.0" encoding="utf-8"?><r><a>é</a></r>',
    '<?xml version="1.0" encoding="UTF8"?><r><a>é</a></r>',
    '<r><a>é</a><!-- encoding="UTF-16" --></r>',
  ])('in UTF-8 is parsed: %s', (text) => {
    expect(parse('application/xml', text)).toEqual({ a: 'é' })
  })

  it('with invalid UTF-8 is rejected', () => {
    expect(() => parse('application/json', [0x22, 0xff, 0x22])).toThrow('Malformed UTF-8')
    expect(() => parse('application/xml', [0x3c, 0xff, 0x3e])).toThrow('Malformed XML. The text is not valid UTF-8.')
  })
})
