import { expect, it } from 'vitest'
import { toReadableText, toSearchableText } from './searchable-text.ts'

it.each([
  ['<b>bold</b>, next', 'bold, next'],
  ['inter<i>nation</i>al', 'international'],
  ['a<span style="color: red">b</span>c <a href="x">link</a>.', 'abc link.'],
  ['<p>one</p><p>two</p>', 'one two'],
  ['one<br>two<BR/>three<br />four', 'one two three four'],
  ['<ul><li>one</li><li>two <b>three</b></li></ul>four', 'one two three four'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['before<img src="x">after', 'before after'],
  ['<h1>head</h1>text<hr>end', 'head text end'],
  // Names that only begin as that of a block.
  ['a<param>b<trail>c', 'abc'],
  ['a<!-- note -->b', 'ab'],
  // What a tag separates is no entity.
  ['&am<b></b>p; &amp;&#65;&#x42;&nbsp;&unknown;', '&amp; &AB &unknown;'],
  ['&lt;b&gt;', '<b>'],
  ['2 < 3 <b', '2 < 3 <b'],
])('reads the HTML %j as %j', (content, text) => {
  expect(toReadableText({ format: 'html', content })).toBe(text)
  expect(toSearchableText({ format: 'html', content })).toBe(text.toLowerCase())
})

it('keeps tags in other formats', () => {
  expect(toSearchableText({ format: 'text', content: ' Über <b>x</b>' })).toBe('uber <b>x</b>')
  expect(toSearchableText({ format: 'commonmark', content: 'a<br>b' })).toBe('a<br>b')
})

it('reads 64 KiB of beginnings of tags in linear time', () => {
  for (const content of ['<'.repeat(65_535), `<${'a'.repeat(65_534)}`, '<a '.repeat(21_845), '<p>'.repeat(21_845)])
    expect(toSearchableText({ format: 'html', content }).length).toBeLessThanOrEqual(content.length)
})
