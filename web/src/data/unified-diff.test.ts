import { expect, it } from 'vitest'
import { parseUnifiedDiff } from './unified-diff.ts'

const head = `Index: trunk/a.txt
===================================================================
--- trunk/a.txt\t(revision 2)
+++ trunk/a.txt\t(revision 3)
`
const parseLines = (difference: string) =>
  parseUnifiedDiff(difference).map(({ kind, before, after, text }) => [kind, before, after, text])

it('numbers lines before and after the change', () =>
  expect(parseLines(`${head}@@ -1,3 +1,4 @@\n one\n-two\n+2\n+3\n $Id$\n@@ -10 +11 @@\n-x\n+y\n`)).toEqual([
    ['hunk', null, null, '@@ -1,3 +1,4 @@'],
    ['same', 1, 1, 'one'],
    ['removed', 2, null, 'two'],
    ['added', null, 2, '2'],
    ['added', null, 3, '3'],
    ['same', 3, 4, '$Id$'],
    ['hunk', null, null, '@@ -10 +11 @@'],
    ['removed', 10, null, 'x'],
    ['added', null, 11, 'y'],
  ]))

it('treats content that looks like a header as content', () =>
  expect(parseLines(`${head}@@ -1,2 +1,2 @@\n--- sql\n-Index: x\n+++ c\n+@@ -1 +1 @@\n`).slice(1)).toEqual([
    ['removed', 1, null, '-- sql'],
    ['removed', 2, null, 'Index: x'],
    ['added', null, 1, '++ c'],
    ['added', null, 2, '@@ -1 +1 @@'],
  ]))

it('marks a line without a line end', () =>
  expect(parseLines(`${head}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n`).slice(1)).toEqual([
    ['removed', 1, null, 'a'],
    ['word', null, null, 'No newline at end of file'],
    ['added', null, 1, 'b'],
  ]))

it('assigns no line numbers to properties', () =>
  expect(
    parseLines(
      `${head}\nProperty changes on: trunk/a.txt\n___________________________________________________________________\nAdded: svn:keywords\n## -0,0 +1 ##\n+Id\n\\ No newline at end of property\n`,
    ),
  ).toEqual([
    ['word', null, null, 'Property changes on: trunk/a.txt'],
    ['word', null, null, 'Added: svn:keywords'],
    ['added', null, null, 'Id'],
    ['word', null, null, 'No newline at end of property'],
  ]))

it('parses a truncated difference', () =>
  expect(parseLines(`${head}@@ -0,0 +1,900 @@\n+a\n+b\n`).at(-1)).toEqual(['added', null, 2, 'b']))
