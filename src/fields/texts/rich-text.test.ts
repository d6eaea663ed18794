import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RichText } from '../model/field.ts'
import { renderRichText, toPlainText } from './rich-text.ts'

const linkOf = (keyword: string, number: number) =>
  keyword === 'bug' ? { url: `https://t.example/goto?key=bug&val=${number}`, title: '"Crash" <now>' } : undefined

const render = (format: RichText['format'], content: string) => renderRichText({ format, content }, linkOf)
const bug12 =
  '<a href="https://t.example/goto?key=bug&amp;val=12" title="&quot;Crash&quot; &lt;now&gt;" class="cross-reference">bug #12</a>'

describe('a plain text', () => {
  it.each([
    ['a < b', 'a &lt; b'],
    ['one\r\ntwo', 'one<br />\ntwo'],
    [`"it's"`, '&quot;it&#039;s&quot;'],
    ['see bug #12.', `see ${bug12}.`],
    ['<bug #12>', `&lt;${bug12}&gt;`],
    ['story #12, art # 12', 'story #12, art # 12'],
    [
      'at https://x.example/a?b=1&c=2, "http://y.example".',
      'at <a href="https://x.example/a?b=1&amp;c=2" rel="nofollow noreferrer">https://x.example/a?b=1&amp;c=2</a>, &quot;<a href="http://y.example" rel="nofollow noreferrer">http://y.example</a>&quot;.',
    ],
    ['javascript://x', 'javascript://x'],
    ['', ''],
  ])('%j is shown as %j', (content, html) => expect(render('text', content)).toBe(html))
})

describe('an HTML text', () => {
  it.each([
    ['<script>x</script><p onclick="x">p</p>', '<p>p</p>'],
    ['<p>bug #12 <code>bug #12</code></p>', `<p>${bug12} <code>bug #12</code></p>`],
    ['<a href="/x">bug #12</a>', '<a href="/x" rel="nofollow noreferrer">bug #12</a>'],
    ['<a href="javascript:x">x</a>', '<a rel="nofollow noreferrer">x</a>'],
    ['<img src="x.png" onerror="x" alt="bug #12" />', '<img src="x.png" alt="bug #12" />'],
    ['<p style="color:#ff0000;position:fixed">x</p>', '<p style="color:#ff0000">x</p>'],
    ['<code class="language-ts evil">x</code>', '<code class="language-ts">x</code>'],
    ['<p>open', '<p>open</p>'],
    ['<form><input name="x" /></form><iframe src="//x"></iframe><b id="top">y</b>', '<b>y</b>'],
  ])('%j is shown as %j', (content, html) => expect(render('html', content)).toBe(html))
})

describe('a Markdown text', () => {
  it.each([
    ['**x**', '<p><strong>x</strong></p>\n'],
    ['see bug #12', `<p>see ${bug12}</p>\n`],
    ['`bug #12`', '<p><code>bug #12</code></p>\n'],
    ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>\n'],
    ['<script>x</script>', ''],
    ['| a | b |\n|---|---|\n| 1 | 2 |', /^<table>.*<td>1<\/td>.*<\/table>\n$/s],
    ['```ts\nlet x\n```', '<pre><code class="language-ts">let x\n</code></pre>\n'],
  ])('%j is shown as %j', (content, html) => {
    if (typeof html === 'string') expect(render('commonmark', content)).toBe(html)
    else expect(render('commonmark', content)).toMatch(html)
  })
})

it('resolves mentions for each reader separately', () => {
  const text: RichText = { format: 'commonmark', content: 'see bug #77' }
  expect(renderRichText(text, linkOf)).toContain('<a ')
  expect(renderRichText(text, () => undefined)).toBe('<p>see bug #77</p>\n')
})

describe('as plain text', () => {
  it.each([
    ['commonmark', '# A *title* & more', 'A title & more'],
    ['html', '<p>a&nbsp;&lt;b&gt;</p><style>p{}</style>', 'a\u00a0<b>'],
    ['text', '<p> ', '<p> '],
  ] as const)('%s %j is %j', (format, content, bare) => expect(toPlainText({ format, content })).toBe(bare))
})

describe('random input', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<script>',
      '</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">',
      '</a>',
      '"',
      "'",
      '<',
      '>',
      '&lt;',
      '&#x3c;script&#x3e;',
      'bug #12',
      'https://',
      'http://x"onclick=',
      '`',
      '```\n',
      '[x](',
      'javascript:1)',
      '<!--',
      '-->',
      '<![CDATA[',
      '<svg/onload=1>',
      '<style>',
      '<math><mtext>',
      '\u0000',
      '\n',
      ' #',
      '<p title="',
      '<td>',
      '&#106;avascript:',
    ),
  )
  const text = fc.record({
    format: fc.constantFrom<RichText['format'][]>('text', 'html', 'commonmark'),
    content: fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join('')),
  })
  const tags = (html: string) => html.match(/<[^>]*>/g) ?? []
  const allowed = /^<\/?[a-z][a-z0-9]*( [a-z-]+(="[^"<>]*")?)*( \/)?>$/

  it('results in complete, allowed tags', () =>
    fc.assert(
      fc.property(text, (input) => {
        const html = renderRichText(input, linkOf)
        for (const tag of tags(html)) {
          expect(tag).toMatch(allowed)
          expect(tag).not.toMatch(/^<\/?(script|style|iframe|object|embed|form|input|svg|math|base|meta|link)\b/)
          expect(tag.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/ on[a-z]+/)
          expect(tag).not.toMatch(/(href|src)="\s*(javascript|vbscript):/i)
        }
        expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
      }),
      { numRuns: 400 },
    ))

  it('stays the same when sanitized twice', () =>
    fc.assert(
      fc.property(text, (input) => {
        expect(renderRichText(input, linkOf)).toBe(renderRichText(input, linkOf))
      }),
      { numRuns: 50 },
    ))
})

it.each(['html', 'commonmark'] as const)('shows a megabyte of open tags in %s as source without blocking', (format) => {
  const content = '<b>'.repeat(350_000)
  // It took a minute when each tag started a search.
  expect(renderRichText({ format, content }, () => undefined)).toContain('&lt;b&gt;&lt;b&gt;')
  expect(toPlainText({ format, content })).toBe(content)
})
