import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { parseSentQuery } from './parse-sent-query.ts'

it.each([
  // Sent for a server that removes backslashes.
  [String.raw`title = 'it\\'s'`, "it's"],
  [String.raw`title = "the \\"best\\""`, 'the "best"'],
  [String.raw`title = \'plain\'`, 'plain'],
  [String.raw`title = 'a\\\\b\\'s'`, String.raw`a\b's`],
  [String.raw`title = 'it\\'s \\u0000e9'`, "it's é"],
  // Valid as they are.
  [String.raw`title = 'it\'s'`, "it's"],
  [String.raw`title = 'a\\b'`, String.raw`a\b`],
  [String.raw`title = '\u0000e9'`, 'é'],
])('%s compares with %j', (text, value) => {
  expect(parseSentQuery(text)).toMatchObject({ ok: { where: { literal: { kind: 'string', value } } } })
})

it.each([
  String.raw`title = 'it\\'s' AND`,
  String.raw`title = \\`,
  String.raw`title = "\u00D800"`,
  String.raw`SELECT @id FROM "\\"`,
  'title =',
])('%s has the problem that it has as it was sent', (text) => {
  expect(parseSentQuery(text)).toStrictEqual(parseQuery(text))
  expect(parseSentQuery(text)).toHaveProperty('problem')
})

it('parses every query with its backslashes and quotes escaped once more', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', "'", '"') }), (value) => {
      const text = `title = "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
      const escaped = text.replaceAll('\\', String.raw`\\`)
      expect(parseSentQuery(escaped)).toMatchObject({ ok: { where: { literal: { value } } } })
    }),
  ))
