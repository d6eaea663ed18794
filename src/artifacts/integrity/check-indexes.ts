import { type IndexRow, indexRows } from '../../fields/storage/indexes.ts'
import { type Check, problemOf } from './stored-artifact.ts'

/** The tables one searches hold what the document says, no more and no less. */
export const checkIndexes: Check = (record) => {
  const { artifact, fields, rows } = record
  const expected = new Set(indexRows(artifact.id, fields, artifact.values).map(describeIndexRow))
  return [
    ...[...expected.difference(rows)].map((words) => problemOf(record, 'index', `has no index row ${words}`)),
    ...[...rows.difference(expected)].map((words) => problemOf(record, 'index', `has an index row too many: ${words}`)),
  ]
}

/** A row in words; two rows with the same words are the same. */
export function describeIndexRow({ fieldId, entry }: IndexRow): string {
  const place = `value_${entry.family}: field ${fieldId}`
  return entry.family === 'link'
    ? `${place}, position ${entry.position}, to artifact ${entry.value} as "${entry.type}"`
    : `${place}, value ${entry.value}`
}
