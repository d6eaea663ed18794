import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChild, findChildren, getText, getTrimmedText, type XmlElement, XmlProblem } from './element.ts'
import { parseXml, readXml } from './read.ts'

describe('readXml', () => {
  it('returns names, attributes, text and line numbers', () => {
    const root = parseXml(
      '\uFEFF<?xml version="1.0"?>\n<a\n  id="1">one <![CDATA[<two>]]> &amp; &#x33;\n  <b/>\n  <b>x</b>\n</a>',
    )
    expect(root).toEqual({
      name: 'a',
      attributes: { id: '1' },
      text: 'one <two> & 3\n  ',
      line: 2,
      children: [
        { name: 'b', attributes: {}, text: '', line: 4, children: [] },
        { name: 'b', attributes: {}, text: 'x', line: 5, children: [] },
      ],
    })
  })

  it('finds children by name', () => {
    const root = parseXml('<a><b> x </b><c/><b>y</b></a>')
    expect(findChildren(root, 'b').map((b) => b.text)).toEqual([' x ', 'y'])
    expect(getText(root, 'b')).toBe(' x ')
    expect(getTrimmedText(root, 'b')).toBe('x')
    expect([findChild(root, 'd'), getText(root, 'd'), getTrimmedText(root, 'd')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('ignores whitespace between children', () => {
    expect(parseXml('<a> </a>').text).toBe(' ')
    expect(parseXml('<a>\n <b/> <b/>\n</a>').text).toBe('')
  })

  it('returns undefined for a missing attribute', () => {
    expect(parseXml('<a/>').attributes['constructor']).toBeUndefined()
  })

  it.each([1, 2, 3, 7])('parses chunks of %i bytes', async (size) => {
    const text = '\uFEFF<?xml version="1.0" encoding="utf-8"?><é ü="😀">€\r\n<![CDATA[😀]]></é>'
    const root = await readXml(inPieces(Buffer.from(text), size))
    expect(root).toMatchObject({ name: 'é', attributes: { ü: '😀' }, text: '€\n😀' })
  })

  it('parses a character that is split between chunks', async () => {
    const root = await readXml(Readable.from(['<a>\ud83d', '\ude00</a>']))
    expect(root.text).toBe('😀')
  })

  it('returns the same result for one chunk and for many', async () => {
    const text = `<a>${'<b i="😀">&lt;x</b>\n'.repeat(20_000)}</a>`
    expect(await readXml(inPieces(Buffer.from(text), 999))).toEqual(parseXml(text))
  })

  it.each([
    ['a document type', '<!DOCTYPE a><a/>', 'A document type declaration (DOCTYPE) is not accepted at line 1'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>',
      'A document type declaration (DOCTYPE) is not accepted at line 1',
    ],
    ['an undeclared entity', '<a>\n&nbsp;</a>', 'Undefined entity at line 2'],
    ['an entity of the language', '<a>&constructor;</a>', 'Undefined entity at line 1'],
    ['a tag left open', '<a>\n<b>', 'Unclosed tag: b at line 2'],
    ['a tag closed twice', '<a></a></a>', 'Unmatched closing tag: a at line 1'],
    ['two roots', '<a/><b/>', 'Documents may contain only one root at line 1'],
    ['nothing', '', 'Document must contain a root element at line 1'],
    ['something else', '{"a":1}', 'Text data outside of root node at line 1'],
    [
      'another encoding',
      '<?xml version="1.0" encoding="EBCDIC"?><a/>',
      'The encoding EBCDIC is not supported, only UTF-8 is at line 1',
    ],
    ['an attribute twice', '<a b="1" b="2"/>', 'Duplicate attribute: b at line 1'],
    ['a control character', '<a>\u0001</a>', 'Disallowed character at line 1'],
    ['a control character by its number', '<?xml version="1.1"?><a>&#1;</a>', 'Malformed character entity at line 1'],
    ['half a character', '<a>\ud83d</a>', 'The text contains half of a surrogate pair at line 1'],
  ])('rejects %s', async (_, text, message) => {
    expect(problemOf(text)).toMatchObject({ name: 'XmlProblem', message })
    if (text.isWellFormed()) await expect(readXml(inPieces(Buffer.from(text), 1))).rejects.toThrow(message)
  })

  it.each([
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n<a b="ü">é</a>', 'latin1')],
    ['windows-1252', Buffer.from("<?xml version='1.0' encoding='Windows-1252' ?>\n<a b='ü'>é</a>", 'latin1')],
    [
      'UTF-16, the low byte first',
      Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?>\n<a b="ü">é</a>', 'utf16le'),
    ],
    ['UTF-16, the high byte first', Buffer.from('\uFEFF<a b="ü">é</a>', 'utf16le').swap16()],
  ])('decodes bytes of %s', async (_, bytes) => {
    for (const size of [1, 3, 5000]) {
      const root = await readXml(inPieces(bytes, size))
      expect(root).toMatchObject({ name: 'a', attributes: { b: 'ü' }, text: 'é' })
    }
  })

  it('rejects a declared encoding that does not match the bytes', async () => {
    const bytes = Buffer.from('\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'utf16le')
    await expect(readXml(inPieces(bytes, 7))).rejects.toThrow('The encoding ISO-8859-1 is not supported')
    const unknown = Buffer.from('<?xml version="1.0" encoding="EBCDIC"?><a/>')
    await expect(readXml(inPieces(unknown, 7))).rejects.toThrow('The encoding EBCDIC is not supported')
  })

  it.each([
    ['another encoding', Buffer.from('<a>é</a>', 'latin1')],
    ['half a character at the end', Buffer.from('<a/>€').subarray(0, 5)],
    ['UTF-16 without a byte order mark', Buffer.from('<a/>é', 'utf16le').subarray(1)],
  ])('rejects bytes of %s', async (_, bytes) => {
    await expect(readXml(inPieces(bytes, 4))).rejects.toThrow('The text is not valid UTF-8')
  })

  it('reports the position of an error', () => {
    expect(problemOf('<a>\n  <b></c>')).toMatchObject({ line: 2, column: 9, reason: 'Unexpected close tag' })
  })

  it('rejects elements that are nested too deep', () => {
    expect(parseXml(nested(100)).name).toBe('a')
    expect(() => parseXml(nested(101))).toThrow('Elements are nested more than 100 levels deep at line 1')
    expect(() => parseXml(nested(3), { maxDepth: 2 })).toThrow('more than 2 levels deep')
  })

  it.each([
    ['a text', `<a>${'x'.repeat(200_000)}</a>`],
    ['text in parts', `<a>${'x<!-- -->'.repeat(200_000)}</a>`],
    ['a text around children', `<a>${'x<b/>'.repeat(200_000)}</a>`],
    ['an attribute', `<a b="${'x'.repeat(200_000)}"/>`],
    ['many attributes', `<a ${Array.from({ length: 20_000 }, (_, i) => `b${i}="1"`).join(' ')}/>`],
    ['a comment', `<!--${'x'.repeat(200_000)}--><a/>`],
    ['a name', `<${'x'.repeat(200_000)}/>`],
    ['a document type', `<!DOCTYPE a [${'x'.repeat(200_000)}`],
    ['an entity', `<a>&${'x'.repeat(200_000)}`],
  ])('rejects %s above the limit before reading all of it', async (_, text) => {
    let chunkCount = 0
    const source = async function* () {
      for (const piece of [text, ...Array(100).fill(' ')]) {
        for (let i = 0; i < piece.length; i += 1000, chunkCount += 1) yield piece.slice(i, i + 1000)
      }
    }
    await expect(readXml(source(), { maxTextLength: 50_000 })).rejects.toThrow('more than 50000 characters')
    expect(chunkCount).toBeLessThan(1802)
  })

  it('limits the memory for parsed elements, and counts elements passed to handlers', async () => {
    const rows = (count: number, of = '<b c="12345">xxxxx</b>') => `<a>${of.repeat(count)}</a>`
    const tooMuch = 'too large for the available memory'
    await expect(readXml(rows(20), { maxKept: 2300 })).resolves.toMatchObject({ name: 'a' })
    await expect(readXml(rows(21), { maxKept: 2200 })).rejects.toThrow(tooMuch)
    const each = { 'a/b': () => {} }
    const large = `<b><c>${'x'.repeat(1000)}</c></b>`
    await expect(readXml(rows(10, large), { maxKept: 2500, each })).resolves.toMatchObject({ name: 'a' })
    await expect(readXml(rows(30, large), { maxKept: 2500, each })).rejects.toThrow(tooMuch)
  })

  it('throws only XML problems for any input', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<a b="',
      '"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?xml version="1.0"?>',
      '<?p',
      '?>',
      '&amp;',
      '&#',
      ';',
      '<!DOCTYPE',
      '[',
      ']',
      '>',
      '\r',
      '\n',
      '\ud83d',
      '😀',
      ' ',
    )
    const document = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          document,
          document.map((text) => `<a>${text}</a>`),
        ),
        (text) => {
          const problem = problemOf(text)
          return problem === undefined || problem instanceof XmlProblem
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('readXml with handlers', () => {
  const project =
    '<project><trackers><tracker id="T1"><name>Bugs</name><artifacts><artifact id="1"><name>x</name></artifact><artifact id="2"/></artifacts></tracker></trackers></project>'

  it('passes elements to handlers in order and returns the rest', async () => {
    const calls: string[] = []
    const root = await readXml(project, {
      each: {
        'tracker/artifacts/artifact': async ({ attributes }, ancestors) => {
          await setImmediate()
          const tracker = ancestors.at(-2)
          calls.push(`${attributes['id']} of ${tracker && getText(tracker, 'name')}`)
        },
      },
    })
    expect(calls).toEqual(['1 of Bugs', '2 of Bugs'])
    expect(pathsOf(root)).toEqual([
      'project',
      'project/trackers',
      'project/trackers/tracker',
      'project/trackers/tracker/name',
      'project/trackers/tracker/artifacts',
    ])
  })

  it('uses the handler with the longest matching path', async () => {
    const calls: string[] = []
    await readXml(project, {
      each: {
        name: ({ text }) => void calls.push(`name ${text}`),
        'artifact/name': ({ text }) => void calls.push(`name of artifact ${text}`),
        'other/name': () => void calls.push('never'),
      },
    })
    expect(calls).toEqual(['name Bugs', 'name of artifact x'])
  })

  it('passes nested elements to their own handlers and removes them from their parents', async () => {
    const calls: string[] = []
    await readXml('<a><b><c/><d/></b></a>', {
      each: {
        b: (b) => void calls.push(`b with ${b.children.map(({ name }) => name)}`),
        c: (_, ancestors) => void calls.push(`c in ${ancestors.map(({ name }) => name)}`),
      },
    })
    expect(calls).toEqual(['c in a,b', 'b with d'])
  })

  it('returns the root even if a handler received it', async () => {
    const calls: XmlElement[] = []
    const root = await readXml('<a>x</a>', { each: { a: (a) => void calls.push(a) } })
    expect(calls).toEqual([root])
  })

  it('waits for its handlers before it reads on', async () => {
    let chunks = 0
    let handled = 0
    let ahead = 0
    const source = async function* () {
      yield '<a>'
      for (; chunks < 1000; chunks += 1) yield '<b/>'
      yield '</a>'
    }
    const each = {
      b: async () => {
        await setImmediate()
        handled += 1
        ahead = Math.max(ahead, chunks - handled)
      },
    }
    await readXml(source(), { each })
    expect(handled).toBe(1000)
    expect(ahead).toBeLessThan(2)
  })

  it('keeps no memory for elements and whitespace that were passed to handlers', async () => {
    const source = async function* () {
      yield '<a>'
      for (let i = 0; i < 50_000; i += 1) yield `\n                  <b>${i}</b>`
      yield '\n</a>'
    }
    let count = 0
    const root = await readXml(source(), { each: { b: () => void count++ } })
    expect(count).toBe(50_000)
    expect(root).toEqual({ name: 'a', attributes: {}, text: '', line: 1, children: [] })
  })

  it('stops at the first failing handler and closes its source', async () => {
    let isClosed = false
    const source = async function* () {
      try {
        for (;;) yield '<a><b/>'
      } finally {
        isClosed = true
      }
    }
    const each = { b: () => Promise.reject(new Error('full')) }
    await expect(readXml(source(), { each })).rejects.toThrow('full')
    expect(isClosed).toBe(true)
  })

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController()
    let calls = 0
    const each = {
      b: () => {
        calls += 1
        controller.abort(new Error('enough'))
      },
    }
    await expect(readXml('<a><b/><b/></a>', { each, signal: controller.signal })).rejects.toThrow('enough')
    expect(calls).toBe(1)
  })

  it('throws the error of its source', async () => {
    const source = async function* () {
      yield '<a>'
      throw new Error('disk gone')
    }
    await expect(readXml(source())).rejects.toThrow('disk gone')
  })
})

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function nested(depth: number): string {
  return '<a>'.repeat(depth) + '</a>'.repeat(depth)
}

function problemOf(text: string): unknown {
  try {
    parseXml(text)
    return undefined
  } catch (problem) {
    return problem
  }
}

function pathsOf(element: XmlElement, above = ''): string[] {
  const path = above + element.name
  return [path, ...element.children.flatMap((inner) => pathsOf(inner, `${path}/`))]
}
