import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUnsafeHtml } from '../../../test/kit/assert-inert-html.ts'
import { hostileHtml } from '../../../test/kit/hostile-html.ts'
import type { RichText } from '../model/field.ts'
import { cleanHtml, renderRichText } from './rich-text.ts'

const formats = ['html', 'commonmark', 'text'] as const

// A title that tries to leave its attribute.
const linkOf = (keyword: string, number: number) =>
  keyword === 'bug'
    ? { url: `https://t.example/goto?key=bug&val=${number}`, title: '"><script>alert(1)</script>' }
    : undefined
const render = (format: RichText['format'], content: string): string => renderRichText({ format, content }, linkOf)

describe('detection of active content', () => {
  it.each([
    '<script></script>',
    '<p onclick="x">',
    '<svg><a href="x"></a></svg>',
    '<a href="java&#9;script:x">x</a>',
    '<a href=" javascript:x">x</a>',
    '<img src="javascript:x">',
    '<p id="x">',
    '<p style="color:url(x)">',
    '<p style="position:fixed">',
    '<template><script></script></template>',
    '<p class="modal">',
    '<!-- x -->',
  ])('in %s', (html) => expect(findUnsafeHtml(html)).not.toStrictEqual([]))
})

describe.each(formats)('in %s', (format) => {
  it.each(hostileHtml)('sanitizes %j', (content) => {
    expect(findUnsafeHtml(render(format, content))).toStrictEqual([])
    expect(findUnsafeHtml(render(format, `before ${content} after`))).toStrictEqual([])
    expect(findUnsafeHtml(render(format, `> * ${content}\n\n${content}`))).toStrictEqual([])
  })
})

it.each(hostileHtml)('sanitizes %j as a static text', (content) =>
  expect(findUnsafeHtml(cleanHtml(content))).toStrictEqual([]),
)

describe('sanitizes random input', () => {
  const format = fc.constantFrom(...formats)
  const harmless = (arbitrary: fc.Arbitrary<string>, numRuns: number) =>
    fc.assert(
      fc.property(format, arbitrary, (format, content) => {
        expect(findUnsafeHtml(render(format, content))).toStrictEqual([])
      }),
      { numRuns },
    )

  it('any text', () => harmless(fc.string({ unit: 'binary', maxLength: 200 }), 500))

  it('combined pieces of known attacks', () => {
    const vector = fc.constantFrom(...hostileHtml)
    const piece = fc
      .tuple(vector, fc.nat(100), fc.nat(100))
      .map(([html, from, length]) => html.slice(from % html.length, (from % html.length) + length))
    harmless(
      fc.array(fc.oneof(vector, piece), { maxLength: 8 }).map((pieces) => pieces.join('')),
      1500,
    )
  })

  it('tags, quotes and entities in any order', () => {
    const token = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '/>',
        '"',
        "'",
        '`',
        '=',
        ' ',
        '\n',
        '\t',
        '\0',
        '&',
        ';',
        ':',
        '#',
        '!',
        '--',
        '-->',
        '<!--',
      ],
      ...[
        'script',
        'style',
        'svg',
        'math',
        'a',
        'p',
        'img',
        'table',
        'td',
        'template',
        'title',
        'noscript',
        'textarea',
      ],
      ...[
        'href',
        'src',
        'onerror',
        'onclick',
        'style',
        'javascript',
        'data',
        'alert(1)',
        '&lt',
        '&#x3c',
        '&colon',
        '&Tab',
      ],
      ...[
        '[',
        ']',
        '(',
        ')',
        '*',
        '_',
        '```',
        '![',
        '|',
        '\\',
        'bug #1',
        'http://x',
        '<![CDATA[',
        ']]>',
        '\u2028',
        '\ud800',
      ],
    )
    harmless(
      fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join('')),
      1500,
    )
  })
})

describe('renders texts of maximum length without blocking', () => {
  const most = 65_535
  const filled = (piece: string) => piece.repeat(Math.ceil(most / piece.length)).slice(0, most)
  it.each([
    ...[
      '<',
      '&',
      '<b>',
      '<p ',
      '<p a="',
      '<!--',
      '<![CDATA[',
      '</b>',
      '<a href=x>',
      '<table>',
      '<svg><math>',
      '<script>',
    ],
    ...['[', '![', '[a](', '*a_', '**a *b ', '`a', '> ', '* a\n  ', '|a', '|a|\n', '[a]: /u\n\n[a][a]', '~~a', '- '],
    ...['http://', 'http://a ', 'bug #1 ', 'a #', '\0', '\r\n', '&#x', '<p style="(', '<a b="', '[a](b "'],
  ])('filled with %j', (piece) => {
    for (const format of formats) expect(render(format, filled(piece))).toBeTypeOf('string')
  })
})
