import type { Readable } from 'node:stream'
import { createZipStream, type ZipSink } from '../system/zip-stream.ts'
import { isFormula, type SheetCell } from '../text/csv.ts'
import { buildElement, buildStartTag, closeTag, declaration, escapeText, type Markup } from './write.ts'

// Office Open XML workbooks (ECMA-376 part 1, §18; the container: part 2).

export interface WorkbookContent {
  readonly title: string
  /** Texts of the first line, which stays visible. */
  readonly header: readonly string[]
  readonly rows: AsyncIterable<readonly SheetCell[]>
}

/** Rows of one sheet, with its header; further rows are on further sheets. */
const maxSheetRows = 1_048_576
/** A longer text makes programs refuse the file. */
const maxCellLength = 32_767
/** Rows are joined up to this number of characters. */
const maxJoinedLength = 65_536

/** Returns an XLSX file as a stream. Rows are read as fast as it is; their error is that of the stream. */
export function createWorkbook(content: WorkbookContent, maxRows = maxSheetRows): Readable {
  const { output, sink } = createZipStream()
  writeWorkbook(sink, content, maxRows).catch((problem: unknown) =>
    output.destroy(problem instanceof Error ? problem : new Error(String(problem))),
  )
  return output
}

async function writeWorkbook(sink: ZipSink, { title, header, rows }: WorkbookContent, maxRows: number): Promise<void> {
  // Programs recognize the format by the first entry.
  await sink.add('[Content_Types].xml', toContent(contentTypes))
  await sink.add('_rels/.rels', toContent(rootRelations))
  await sink.add('xl/styles.xml', toContent(styles))
  const source = rows[Symbol.asyncIterator]()
  try {
    let sheets = 0
    let next = await source.next()
    do {
      sheets += 1
      await sink.add(`xl/worksheets/sheet${sheets}.xml`, writeSheet())
    } while (next.done !== true)
    await sink.add('xl/workbook.xml', toContent(buildWorkbookPart(title, sheets)))
    await sink.add('xl/_rels/workbook.xml.rels', toContent(buildWorkbookRelations(sheets)))
    await sink.finish()

    async function* writeSheet(): AsyncGenerator<string> {
      let text = `${sheetStart}${buildRow(1, header, headerStyle)}`
      let line = 1
      for (; next.done !== true && line < maxRows; next = await source.next()) {
        line += 1
        text += buildRow(line, next.value)
        if (text.length < maxJoinedLength) continue
        yield text
        text = ''
      }
      yield `${text}${closeTag('sheetData')}${buildElement('autoFilter', { ref: `A1:${nameColumn(header.length - 1)}${line}` })}${closeTag('worksheet')}`
    }
  } finally {
    await source.return?.()
  }
}

async function* toContent(part: Markup): AsyncGenerator<string> {
  yield `${declaration}${part}`
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// Sheets have the default type, because their number is not known when this entry is written.
const contentTypes = buildElement(
  'Types',
  { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' },
  buildElement('Default', {
    Extension: 'rels',
    ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
  }),
  buildElement('Default', { Extension: 'xml', ContentType: `${mediaType}.worksheet+xml` }),
  buildElement('Override', { PartName: '/xl/workbook.xml', ContentType: `${mediaType}.sheet.main+xml` }),
  buildElement('Override', { PartName: '/xl/styles.xml', ContentType: `${mediaType}.styles+xml` }),
)

const buildRelation = (id: string, type: string, target: string): Markup =>
  buildElement('Relationship', { Id: id, Type: `${relations}/${type}`, Target: target })

const rootRelations = buildElement(
  'Relationships',
  { xmlns: packageRelations },
  buildRelation('workbook', 'officeDocument', 'xl/workbook.xml'),
)

const buildWorkbookRelations = (sheets: number): Markup =>
  buildElement(
    'Relationships',
    { xmlns: packageRelations },
    buildRelation('styles', 'styles', 'styles.xml'),
    ...listSheets(sheets).map((sheet) => buildRelation(`sheet${sheet}`, 'worksheet', `worksheets/sheet${sheet}.xml`)),
  )

function buildWorkbookPart(title: string, sheets: number): Markup {
  const name = nameSheet(title)
  return buildElement(
    'workbook',
    { xmlns: spreadsheet, 'xmlns:r': relations },
    buildElement('bookViews', {}, buildElement('workbookView', {})),
    buildElement(
      'sheets',
      {},
      ...listSheets(sheets).map((sheet) =>
        buildElement('sheet', {
          name: sheet === 1 ? name : `${name} ${sheet}`,
          sheetId: sheet,
          'r:id': `sheet${sheet}`,
        }),
      ),
    ),
  )
}

const listSheets = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Some characters, apostrophes at the ends and more than 31 characters are not allowed; a number may follow. */
const nameSheet = (title: string): string =>
  cut(title.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' '), 25)
    .trim()
    .replaceAll(/^'+|'+$/g, '')
    .trim() || 'Sheet'

const [headerStyle, dayStyle, timeStyle, quotedStyle] = [1, 2, 3, 4]

// The built-in formats 14 and 22 are those of the language of the reader.
const styles = buildElement(
  'styleSheet',
  { xmlns: spreadsheet },
  buildElement('fonts', { count: 2 }, buildElement('font', {}), buildElement('font', {}, buildElement('b', {}))),
  buildElement(
    'fills',
    { count: 2 },
    buildElement('fill', {}, buildElement('patternFill', { patternType: 'none' })),
    buildElement('fill', {}, buildElement('patternFill', { patternType: 'gray125' })),
  ),
  buildElement('borders', { count: 1 }, buildElement('border', {})),
  buildElement('cellStyleXfs', { count: 1 }, buildElement('xf', {})),
  buildElement(
    'cellXfs',
    { count: 5 },
    buildElement('xf', { xfId: 0 }),
    buildElement('xf', { xfId: 0, fontId: 1, applyFont: 1 }),
    buildElement('xf', { xfId: 0, numFmtId: 14, applyNumberFormat: 1 }),
    buildElement('xf', { xfId: 0, numFmtId: 22, applyNumberFormat: 1 }),
    buildElement('xf', { xfId: 0, quotePrefix: 1 }),
  ),
  buildElement('cellStyles', { count: 1 }, buildElement('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 })),
)

const sheetStart = `${declaration}${buildStartTag('worksheet', { xmlns: spreadsheet })}${buildElement(
  'sheetViews',
  {},
  buildElement(
    'sheetView',
    { workbookViewId: 0 },
    buildElement('pane', { ySplit: 1, topLeftCell: 'A2', activePane: 'bottomLeft', state: 'frozen' }),
  ),
)}${buildStartTag('sheetData')}`

/** `style` is that of the texts; else the one that a text needs. */
function buildRow(line: number, cells: readonly SheetCell[], style?: number): string {
  let row = `<row r="${line}">`
  for (const [index, cell] of cells.entries())
    if (cell !== '') row += buildCell(`${nameColumn(index)}${line}`, cell, style)
  return `${row}</row>`
}

function buildCell(place: string, cell: SheetCell, style: number | undefined): string {
  if (typeof cell === 'number') return buildNumber(place, cell)
  if (typeof cell === 'string') return buildText(place, cell, style)
  const serial = toSerial(cell.wallClock)
  const dateStyle = cell.wallClock.includes('T') ? timeStyle : dayStyle
  return serial === undefined ? buildText(place, cell.wallClock, style) : buildNumber(place, serial, dateStyle)
}

const buildNumber = (place: string, number: number, style?: number): string =>
  `<c r="${place}"${styleOf(style)}><v>${number}</v></c>`

/** Programs never calculate a text, and keep it a text when it is edited if it is quoted. */
const buildText = (place: string, text: string, style = isFormula(text) ? quotedStyle : undefined): string =>
  `<c r="${place}"${styleOf(style)} t="inlineStr"><is><t xml:space="preserve">${escapeCell(text)}</t></is></c>`

const styleOf = (style: number | undefined): string => (style === undefined ? '' : ` s="${style}"`)

/** Programs interpret `_x0041_` as a character (§22.4.2.4). */
const escapeCell = (text: string): string =>
  escapeText(
    (text.length > maxCellLength ? `${cut(text, maxCellLength - 1)}…` : text).replaceAll(
      /_(?=x[\dA-Fa-f]{4}_)/g,
      '_x005F_',
    ),
  )

/** Cuts a text, but not between the halves of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** Returns the name of a column, `A` for 0. */
export function nameColumn(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${nameColumn(Math.floor(index / 26) - 1)}${letter}`
}

const dayMs = 86_400_000
/** The first day whose number is the same in all programs: some have a 29 February 1900. */
const firstSerial = 61

/** Returns a wall-clock time as days since 1899-12-30; undefined if no program can show it. */
function toSerial(wallClock: string): number | undefined {
  const serial = (Date.parse(wallClock.includes('T') ? `${wallClock}Z` : wallClock) - Date.UTC(1899, 11, 30)) / dayMs
  return serial >= firstSerial && /^\d{4}-/.test(wallClock) ? serial : undefined
}
