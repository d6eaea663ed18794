import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { findChild, findChildren, getText, type XmlElement } from '../../src/kit/xml/element.ts'
import { parseXml } from '../../src/kit/xml/read.ts'

interface WorkbookSheet {
  readonly name: string
  /** Numbers, texts, and dates as `2026-03-01T10:30:00`; by column, without empty cells. */
  readonly rows: readonly Readonly<Record<string, string | number>>[]
  /** Range of the filter. */
  readonly filter: string | undefined
  /** Places of texts that are marked as such. */
  readonly quoted: readonly string[]
}

/** Reads an XLSX file as a spreadsheet program does: by its relations, its types and the formats of its cells. */
export async function readWorkbook(file: Buffer): Promise<readonly WorkbookSheet[]> {
  const parts = await readParts(file)
  const part = (name: string): XmlElement => parseXml(parts.get(name) ?? `<missing name="${name}"/>`)
  const root = findChildren(part('_rels/.rels'), 'Relationship')[0]?.attributes['Target'] ?? ''
  const targets = new Map(
    findChildren(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes['Id'],
      `xl/${attributes['Target']}`,
    ]),
  )
  const formats = findChildren(part('xl/styles.xml'), 'cellXfs')
    .flatMap(({ children }) => children)
    .map(({ attributes }) => attributes)
  return findChildren(findChild(part(root), 'sheets') ?? part(''), 'sheet').map(({ attributes }) => {
    const sheet = part(targets.get(attributes['r:id']) ?? '')
    const rows = findChildren(findChild(sheet, 'sheetData') ?? part(''), 'row')
    const cells = rows.map(({ children }) => children.map((cell) => readCell(cell, formats)))
    return {
      name: attributes['name'] ?? '',
      rows: cells.map((row) => Object.fromEntries(row.map(({ column, value }) => [column, value]))),
      filter: findChild(sheet, 'autoFilter')?.attributes['ref'],
      quoted: cells.flat().flatMap(({ place, isQuoted }) => (isQuoted ? [place] : [])),
    }
  })
}

async function readParts(file: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(file)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return parts
}

function readCell({ attributes, children }: XmlElement, formats: readonly Readonly<Record<string, string>>[]) {
  const format = formats[Number(attributes['s'] ?? 0)]
  const place = attributes['r'] ?? ''
  const read = (): string | number => {
    const text = children.find(({ name }) => name === 'is')
    if (text !== undefined) return decodeCharacters(getText(text, 't') ?? '')
    const number = Number(children.find(({ name }) => name === 'v')?.text)
    if (!['14', '22'].includes(format?.['numFmtId'] ?? '')) return number
    const day = new Date(Date.UTC(1899, 11, 30) + Math.round(number * 86_400) * 1000).toISOString()
    return format?.['numFmtId'] === '14' ? day.slice(0, 10) : day.slice(0, 19)
  }
  return { place, column: place.replace(/\d+$/, ''), value: read(), isQuoted: format?.['quotePrefix'] === '1' }
}

/** ECMA-376 part 1 §22.4.2.4. */
const decodeCharacters = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)))
