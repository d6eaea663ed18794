import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxPastedRows, readRows, toPastedSteps } from './pasted-rows.ts'

/** As spreadsheets copy a cell. */
const printCell = (cell: string): string => (/[\t\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const print = (rows: readonly (readonly string[])[], lineEnd: string): string =>
  rows.map((row) => `${row.map(printCell).join('\t')}${lineEnd}`).join('')

describe('rows of a spreadsheet', () => {
  it('are read from text with tabs, with and without a line break at the end', () => {
    const rows = [
      ['Lift the step', 'It hangs free'],
      ['Cut the template', ''],
    ]
    expect(readRows('Lift the step\tIt hangs free\nCut the template\t')).toEqual(rows)
    expect(readRows('Lift the step\tIt hangs free\r\nCut the template\t\r\n')).toEqual(rows)
    expect(readRows('Lift the step\tIt hangs free')).toEqual(rows.slice(0, 1))
  })

  it('have cells with line breaks, tabs and quotation marks', () => {
    expect(readRows('"Open\r\n""Rigging"""\t"a\tb"\r\n"Save" twice\t"Saved"\r\n')).toEqual([
      ['Open\n"Rigging"', 'a\tb'],
      ['"Save" twice', '"Saved"'],
    ])
    expect(readRows('"not closed\tx\n"y\tz')).toEqual([
      ['"not closed', 'x'],
      ['"y', 'z'],
    ])
  })

  it.each([
    ['an empty text', ''],
    ['one cell', 'Lift the step'],
    ['one cell with a line break at its end', 'Lift the step\r\n'],
    ['one cell with several lines', '"Lift\nthe step"'],
    ['lines', 'Lift the step\nCut the template'],
    ['indented lines', '\tlift()\n\tcut()\n'],
    ['lines of which some have tabs', 'if (lifted)\n\tcut()\n'],
    ['empty cells', '\t\n\t\n'],
  ])('are not in %s', (_, text) => {
    expect(readRows(text)).toBeUndefined()
  })

  it('are the same after they were copied', () => {
    const cell = fc.array(fc.constantFrom('oak', ' ', '"', '""', '\n', '\t', 'é', ',', ';'), { maxLength: 6 })
    const tables = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.constantFrom('\n', '\r\n')).chain(([columns, lineEnd]) =>
      fc.record({
        rows: fc.array(
          fc.array(
            cell.map((parts) => parts.join('')),
            { minLength: columns, maxLength: columns },
          ),
          { minLength: 1, maxLength: 6 },
        ),
        lineEnd: fc.constant(lineEnd),
      }),
    )
    fc.assert(
      fc.property(tables, ({ rows, lineEnd }) => {
        const isEmpty = rows.every(([first = '']) => first.trim() === '')
        expect(readRows(print(rows, lineEnd))).toEqual(isEmpty ? undefined : rows)
      }),
    )
  })

  it('are read from any text without an error, as a rectangle that keeps its words', () => {
    const anyText = fc.array(fc.constantFrom('oak', '"', '\t', '\n', '\r', ' '), { maxLength: 30 })
    fc.assert(
      fc.property(anyText, (parts) => {
        const text = parts.join('')
        const rows = readRows(text)
        if (rows === undefined) return
        expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
        expect(rows.flat().join('').match(/oak/g)?.length).toBe(text.match(/oak/g)?.length)
      }),
    )
  })
})

describe('steps of pasted rows', () => {
  it('have the first two columns, without rows that are empty there', () => {
    expect(
      toPastedSteps([
        [' Lift the step\n', 'It hangs free', ''],
        ['', ' ', ''],
        ['', 'No crack', ''],
      ]),
    ).toEqual({
      steps: [
        { action: 'Lift the step', result: 'It hangs free' },
        { action: '', result: 'No crack' },
      ],
      hasMoreColumns: false,
      hasMoreRows: false,
    })
    expect(toPastedSteps([['Lift']]).steps).toEqual([{ action: 'Lift', result: '' }])
  })

  it('are limited, and report what is left out', () => {
    const rows = Array.from({ length: maxPastedRows + 1 }, (_, index) => [`Step ${index}`, '', 'Ada'])
    const { steps, hasMoreColumns, hasMoreRows } = toPastedSteps(rows)
    expect(steps).toHaveLength(maxPastedRows)
    expect({ hasMoreColumns, hasMoreRows }).toEqual({ hasMoreColumns: true, hasMoreRows: true })
    expect(toPastedSteps(rows.slice(1)).hasMoreRows).toBe(false)
  })
})
