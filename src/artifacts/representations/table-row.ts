import { joinItems } from '../../fields/csv/list-items.ts'
import type { CsvCell } from '../../fields/field-type/csv-format.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
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
  return typeof cell !== 'number' && formula.test(text) ? `'${text}` : text
}

/** Some programs treat full-width signs, which East Asian keyboards type, like their usual forms. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
