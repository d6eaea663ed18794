import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import { type CsvRow, csvRows } from '../../kit/csv.ts'
import { pauseIfDue } from '../../kit/event-loop.ts'
import type { ArtifactId, FieldId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { idColumn } from '../model/table-columns.ts'
import type { TableProblem } from '../model/table-problem.ts'

/** A table as it was sent: what each of its lines says of which field. */
export interface Table {
  readonly lines: readonly TableLine[]
  readonly fields: readonly TableColumn[]
  /** The column of ids; null: all lines make artifacts. */
  readonly ids: number | null
  /** Columns of what nobody sets, passed over. */
  readonly ignored: readonly string[]
  readonly problems: readonly TableProblem[]
}

interface TableColumn {
  readonly field: Field
  /** Where it stands, from 1. */
  readonly column: number
}

export interface TableLine {
  readonly line: number
  /** null: it makes an artifact */
  readonly id: ArtifactId | null
  readonly cells: readonly string[]
}

/** As many lines as one import may have (decision 23). */
export const maxLines = 2000

/** Understands the form of a table; `knows`: fields that the caller reads or sets, for there are no others. */
export async function parseTable(text: string, tracker: Tracker, isVisible: (field: Field) => boolean): Promise<Table> {
  const rows: CsvRow[] = []
  for (const row of csvRows(text)) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    if ('text' in row) return tableOfProblems([{ ...wholeLine, line: row.line, message: row.text }])
    rows.push(row)
  }
  const [header, ...body] = rows
  if (header === undefined) return tableOfProblems([{ ...wholeLine, line: 1, message: 'The table has no header' }])
  if (body.length > maxLines) {
    const message = `At most ${maxLines} lines are imported by one request, here are ${body.length}`
    return tableOfProblems([{ ...wholeLine, line: body[maxLines]?.line ?? 1, message }])
  }
  const { fields, ids, ignored, problems } = parseHeader(header.cells, header.line, tracker, isVisible)
  const seen = new Set<number>()
  const lines = body.map(({ line, cells }): TableLine => {
    if (cells.length !== header.cells.length)
      problems.push({
        ...wholeLine,
        line,
        message: `The line has ${cells.length} cells, the header ${header.cells.length}`,
      })
    const idText = ids === null ? '' : (cells[ids - 1] ?? '').trim()
    const id = /^#?\d{1,15}$/.test(idText) ? Number(idText.replace('#', '')) : null
    const location = { line, column: ids, field: idColumn }
    if (idText !== '' && id === null)
      problems.push({ ...location, message: `${JSON.stringify(idText)} is no id of an artifact` })
    if (id !== null && seen.has(id)) problems.push({ ...location, message: `The artifact ${id} has two lines` })
    if (id !== null) seen.add(id)
    // From outside: looked up before it means anything.
    return { line, id: id as ArtifactId | null, cells }
  })
  return { lines, fields, ids, ignored, problems }
}

const wholeLine = { column: null, field: null }
const tableOfProblems = (problems: readonly TableProblem[]): Table => ({
  lines: [],
  fields: [],
  ids: null,
  ignored: [],
  problems,
})

function parseHeader(names: readonly string[], line: number, tracker: Tracker, isVisible: (field: Field) => boolean) {
  const fields: TableColumn[] = []
  const ignored: string[] = []
  const problems: TableProblem[] = []
  const seen = new Set<string>()
  let ids: number | null = null
  names.forEach((cell, index) => {
    const name = cell.trim()
    const column = index + 1
    const field = findField(name, tracker)
    if (seen.has(name)) problems.push({ line, column, field: name, message: `There are two columns ${name}` })
    else if (name === idColumn) ids = column
    else if (field === undefined || !isVisible(field))
      problems.push({ line, column, field: name, message: `Following fields do not exist: ${name}` })
    else if (fieldType(field.type).csv?.read === undefined) ignored.push(name)
    else fields.push({ field, column })
    seen.add(name)
  })
  return { fields, ignored, problems, ids: ids as number | null }
}

function findField(name: string, { fieldById, fieldByName }: Tracker): Field | undefined {
  const field = /^#\d{1,15}$/.test(name) ? fieldById.get(Number(name.slice(1)) as FieldId) : fieldByName.get(name)
  return field?.isUsed && fieldType(field.type).kind === 'field' ? field : undefined
}
