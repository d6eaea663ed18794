import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { message } from '../../kit/messages/message.ts'
import { type CsvRow, parseCsvRows } from '../../kit/text/csv.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { idColumn } from '../model/table-columns.ts'
import type { TableProblem } from '../model/table-problem.ts'

/** A parsed table. */
export interface Table {
  readonly lines: readonly TableLine[]
  readonly fields: readonly TableColumn[]
  /** Column of ids; null: every line creates an artifact. */
  readonly ids: number | null
  /** Columns of fields that cannot be written; they are ignored. */
  readonly ignored: readonly string[]
  readonly columns: readonly NamedColumn[]
  readonly problems: readonly TableProblem[]
}

/** A column of the file. */
export interface NamedColumn {
  /** Its cell of the first line. */
  readonly heading: string
  /** `id`, the short name of its field or `#12`; null: none, or unknown. */
  readonly name: string | null
}

interface TableColumn {
  readonly field: Field
  /** Column number, starting at 1. */
  readonly column: number
}

export interface TableLine {
  readonly line: number
  /** null: the line creates an artifact */
  readonly id: ArtifactId | null
  readonly cells: readonly string[]
}

/** Maximum number of lines of one import (decision 23). */
export const maxLines = 2000

/**
 * Parses the structure of a table. `names` are the names of its columns, '' for those that are not imported; null: its
 * first line has them. `isVisible`: fields that the caller may read or set. Other fields do not exist for them.
 */
export async function parseTable(
  text: string,
  names: readonly string[] | null,
  tracker: Tracker,
  isVisible: (field: Field) => boolean,
): Promise<Table> {
  const rows: CsvRow[] = []
  for (const row of parseCsvRows(text)) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    if ('text' in row) return tableOfProblems([{ ...wholeLine, line: row.line, message: row.text }])
    rows.push(row)
  }
  const [header, ...body] = rows
  if (header === undefined)
    return tableOfProblems([{ ...wholeLine, line: 1, message: message`The table has no header line.` }])
  if (body.length > maxLines) {
    const problem = message`At most ${maxLines} lines can be imported by one request. The table has ${body.length}.`
    return tableOfProblems([{ ...wholeLine, line: body[maxLines]?.line ?? 1, message: problem }])
  }
  const { fields, ids, ignored, columns, problems } = parseHeader(header, names, tracker, isVisible)
  const seenIds = new Set<number>()
  const lines = body.map(({ line, cells }): TableLine => {
    if (cells.length !== header.cells.length)
      problems.push({
        ...wholeLine,
        line,
        message: message`The line has ${cells.length} cells, but the header has ${header.cells.length}.`,
      })
    const idText = ids === null ? '' : (cells[ids - 1] ?? '').trim()
    const id = /^#?\d{1,15}$/.test(idText) ? Number(idText.replace('#', '')) : null
    const location = { line, column: ids, field: idColumn }
    if (idText !== '' && id === null)
      problems.push({ ...location, message: message`${JSON.stringify(idText)} is not an artifact id.` })
    if (id !== null && seenIds.has(id))
      problems.push({ ...location, message: message`Artifact ${id} has more than one line.` })
    if (id !== null) seenIds.add(id)
    // Untrusted id; validated by the lookup that follows.
    return { line, id: id as ArtifactId | null, cells }
  })
  return { lines, fields, ids, ignored, columns, problems }
}

const wholeLine = { column: null, field: null }
const tableOfProblems = (problems: readonly TableProblem[]): Table => ({
  lines: [],
  fields: [],
  ids: null,
  ignored: [],
  columns: [],
  problems,
})

function parseHeader(
  { cells, line }: CsvRow,
  names: readonly string[] | null,
  tracker: Tracker,
  isVisible: (field: Field) => boolean,
) {
  const fields: TableColumn[] = []
  const ignored: string[] = []
  const columns: NamedColumn[] = []
  const problems: TableProblem[] = []
  const seen = new Set<string | FieldId>()
  let ids: number | null = null
  cells.forEach((cell, index) => {
    const heading = cell.trim()
    const column = index + 1
    const name = names === null ? heading : (names[index] ?? '').trim()
    const found = name === idColumn ? undefined : findField(name, tracker)
    const field = found !== undefined && isVisible(found) ? found : undefined
    columns.push({
      heading,
      name: name === idColumn ? idColumn : field === undefined ? null : nameField(field, tracker),
    })
    if (names !== null && name === '') return
    const key = field?.id ?? name
    if (seen.has(key))
      problems.push({ line, column, field: name, message: message`Column ${name} appears more than once.` })
    else if (name === idColumn) ids = column
    else if (field === undefined)
      problems.push({ line, column, field: name, message: message`Following fields do not exist: ${name}` })
    else if (getFieldType(field.type).csv?.read === undefined) ignored.push(name)
    else fields.push({ field, column })
    seen.add(key)
  })
  if (names !== null && names.length !== cells.length)
    problems.push({
      ...wholeLine,
      line,
      message: message`\`columns\` has ${names.length} names, but the header has ${cells.length} cells.`,
    })
  else if (names?.every((name) => name.trim() === '')) {
    problems.push({ ...wholeLine, line, message: message`No column is imported: \`columns\` has no name.` })
  }
  return { fields, ignored, columns, problems, ids: ids as number | null }
}

/** A name that `columns` accepts. */
const nameField = (field: Field, { fieldByName }: Tracker): string =>
  field.name === idColumn || field.name.includes(',') || fieldByName.get(field.name) !== field
    ? `#${field.id}`
    : field.name

function findField(name: string, { fieldById, fieldByName }: Tracker): Field | undefined {
  const field = /^#\d{1,15}$/.test(name) ? fieldById.get(Number(name.slice(1)) as FieldId) : fieldByName.get(name)
  return field?.isUsed && getFieldType(field.type).kind === 'field' ? field : undefined
}
