import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { message } from '../messages/message.ts'
import { formatCsvLine, readCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells)

describe('a CSV text', () => {
  it('consists of rows of cells', () => {
    expect(cellsOf('a,b\nc,d\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(cellsOf('a,b\r\nc,d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(cellsOf('a,\n,b\n')).toEqual([
      ['a', ''],
      ['', 'b'],
    ])
    expect(cellsOf('a,')).toEqual([['a', '']])
    expect(cellsOf('')).toEqual([])
  })

  it('may start with a byte order mark; empty lines are ignored', () => {
    expect(readCsv('\uFEFFa,b\n\n\nc,d\n\n').rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['c', 'd'] },
    ])
  })

  it('reports the line where a row starts, also after line breaks in quotes', () => {
    expect(readCsv('"a\nb",c\nd,e').rows).toEqual([
      { line: 1, cells: ['a\nb', 'c'] },
      { line: 3, cells: ['d', 'e'] },
    ])
  })

  it.each([
    ['a quote that is not closed', 'a\n"b', { line: 2, text: message`A quote " is opened and not closed` }],
    [
      'text behind a quote',
      '"a"b',
      { line: 1, text: message`After a closing quote " only a comma or the end of the line may follow` },
    ],
    [
      'a quote inside of a bare value',
      'a"b',
      { line: 1, text: message`A quote " is inside a value that is not quoted` },
    ],
  ])('is rejected because of %s', (_, text, problem) => {
    expect(readCsv(text).problem).toEqual(problem)
  })

  it('is parsed back to the written rows', () => {
    const letters = ['a', 'é', ' ', ',', '"', '\n', '\r\n', '\r', '\uFEFF', '😀', ';', '\t']
    const cell = fc.string({ unit: fc.constantFrom(...letters) })
    const rows = fc.array(
      fc.array(cell, { minLength: 1, maxLength: 4 }).filter((cells) => cells.join('') !== '' || cells.length > 1),
    )
    fc.assert(
      fc.property(rows, fc.boolean(), (lines, hasMark) => {
        const text = `${hasMark ? '\uFEFF' : ''}${lines.map(formatCsvLine).join('')}`
        expect(cellsOf(text)).toEqual(lines)
      }),
      { numRuns: 1000 },
    )
  })

  it('is written as specified in RFC 4180', () => {
    const line = formatCsvLine(['a', 'b c', '', 'd,e', 'say "no"', 'two\nlines', ' x'])
    expect(line).toBe('a,b c,,"d,e","say ""no""","two\nlines"," x"\r\n')
  })

  it('results in rows or a problem for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r') }), (text) => {
        const { rows } = readCsv(text)
        for (const { line, cells } of rows) {
          expect(line).toBeGreaterThan(0)
          expect(cells.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})
