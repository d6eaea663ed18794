import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from '../../../test/kit/read-workbook.ts'
import type { SheetCell } from '../text/csv.ts'
import { createWorkbook, nameColumn } from './workbook.ts'

async function* toRows(rows: readonly (readonly SheetCell[])[]): AsyncGenerator<readonly SheetCell[]> {
  yield* rows
}

const write = async (rows: readonly (readonly SheetCell[])[], options: { title?: string; maxRows?: number } = {}) =>
  readWorkbook(
    await buffer(
      createWorkbook({ title: options.title ?? 'Bugs', header: ['id', 'Title'], rows: toRows(rows) }, options.maxRows),
    ),
  )

/** XML 1.0 §2.2. */
const isXmlCharacter = (character: string): boolean =>
  ['\t', '\n', '\r'].includes(character) || (character >= ' ' && !/[\p{Cs}\uFFFE\uFFFF]/u.test(character))

describe('a workbook', () => {
  it('has numbers, texts and wall-clock times in cells of their kinds', async () => {
    const [sheet] = await write([
      [1, 'Leak', { wallClock: '2026-03-01' }, { wallClock: '2026-03-01T10:30:05' }, -2.5, ''],
      [2, '', '12'],
    ])
    expect(sheet).toEqual({
      name: 'Bugs',
      rows: [
        { A: 'id', B: 'Title' },
        { A: 1, B: 'Leak', C: '2026-03-01', D: '2026-03-01T10:30:05', E: -2.5 },
        { A: 2, C: '12' },
      ],
      filter: 'A1:B3',
      quoted: [],
    })
  })

  it('keeps a day that some programs count differently as a text', async () => {
    const [sheet] = await write([['1900-02-28', '0987-01-01', '1900-03-01'].map((wallClock) => ({ wallClock }))])
    expect(sheet?.rows[1]).toEqual({ A: '1900-02-28', B: '0987-01-01', C: '1900-03-01' })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\tx', '\rx', '＝1'])(
    'marks %j as a text, so that it is no formula',
    async (text) => {
      const [sheet] = await write([[text, `a${text}`, -1]])
      expect(sheet?.quoted).toEqual(['A2'])
      expect(sheet?.rows[1]).toEqual({ A: text, B: `a${text}`, C: -1 })
    },
  )

  it('cuts a text that programs cannot open', async () => {
    const long = 'x'.repeat(32_766)
    const [sheet] = await write([[`${long}yz`, `${long}y`, `${long.slice(1)}😀y`]])
    expect(sheet?.rows[1]).toEqual({ A: `${long}…`, B: `${long}y`, C: `${long.slice(1)}…` })
  })

  it('continues on another sheet', async () => {
    const sheets = await write([[1], [2], [3], [4]], { maxRows: 3 })
    expect(sheets.map(({ name, rows }) => [name, rows.map(({ A }) => A)])).toEqual([
      ['Bugs', ['id', 1, 2]],
      ['Bugs 2', ['id', 3, 4]],
    ])
    expect(await write([], { maxRows: 3 })).toHaveLength(1)
  })

  it.each([
    ['a/b:c*d?[e]\\f', 'a b c d  e  f'],
    ["'quoted'", 'quoted'],
    [' ', 'Sheet'],
    ['a name that is too long for a sheet', 'a name that is too long f'],
  ])('is named after %j as far as programs allow it', async (title, name) => {
    expect((await write([], { title }))[0]?.name).toBe(name)
  })

  it('returns every text that XML can hold', async () => {
    const character = fc.oneof(
      fc.constantFrom('_', 'x', '0', 'A', '&', '<', '>', '"', '\n', '\r', ' '),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    const text = fc.array(character, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        const allowed = [...each].filter(isXmlCharacter).join('')
        const [sheet] = await write([[each]])
        expect(sheet?.rows[1]?.['A'] ?? '').toBe(allowed)
      }),
      { numRuns: 60 },
    )
  })

  it('fails with the error of its rows, and reads no further rows when it is no longer read', async () => {
    const failing = async function* (): AsyncGenerator<SheetCell[]> {
      yield [1]
      throw new Error('no access')
    }
    await expect(buffer(createWorkbook({ title: '', header: ['id'], rows: failing() }))).rejects.toThrow('no access')
    let count = 0
    let isEnded = false
    const endless = async function* (): AsyncGenerator<SheetCell[]> {
      try {
        for (;;) {
          yield [count++, `text ${Math.random()}`.repeat(100)]
          await sleep(0)
        }
      } finally {
        isEnded = true
      }
    }
    const stream = createWorkbook({ title: '', header: ['id'], rows: endless() })
    stream.resume()
    await expect.poll(() => count).toBeGreaterThan(10)
    stream.destroy()
    await expect.poll(() => isEnded).toBe(true)
  })

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(nameColumn)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ])
  })
})
