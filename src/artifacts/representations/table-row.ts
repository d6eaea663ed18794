import { joinItems } from '../../fields/csv/list-items.ts'
import type { CsvCell } from '../../fields/field-type/csv-format.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsMoment } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { isFormula, type SheetCell } from '../../kit/text/csv.ts'
import type { RenderContext } from './render-context.ts'

/** Returns the cells of an artifact, one for each field; '' for fields that the viewer may not read. */
export const representRow = (
  { artifact, visibleTracker, presenting }: RenderContext,
  fields: readonly Field[],
): CsvCell[] => {
  const readable = new Set(visibleTracker.readable.map(({ id }) => id))
  return fields.map((field) =>
    readable.has(field.id)
      ? (getFieldType(field.type).csv?.write(artifact.values[field.id], field, presenting) ?? '')
      : '',
  )
}

/** Returns the text of a cell. */
export const formatCell = (cell: CsvCell): string => (typeof cell === 'object' ? joinItems(cell) : `${cell}`)

/** Variant of formatCell that no spreadsheet interprets as a formula; numbers stay as they are. */
export const neutralizeFormula = (cell: CsvCell): string => {
  const text = formatCell(cell)
  return typeof cell !== 'number' && isFormula(text) ? `'${text}` : text
}

/** The same as cells of a spreadsheet, where numbers and dates are no texts. */
export const representSheetRow = (context: RenderContext, fields: readonly Field[]): SheetCell[] =>
  representRow(context, fields).map((cell, index) => toSheetCell(cell, fields[index]))

function toSheetCell(cell: CsvCell, field: Field | undefined): SheetCell {
  if (typeof cell === 'number') return cell
  const text = formatCell(cell)
  if (field === undefined || !holdsMoment(field)) return text
  const wallClock = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?/.exec(text)?.[0]
  return wallClock === undefined ? text : { wallClock }
}
