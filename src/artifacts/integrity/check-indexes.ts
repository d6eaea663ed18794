import { buildIndexRows, type IndexRow } from '../../fields/storage/indexes.ts'
import { type Check, describeProblem } from './stored-artifact.ts'

/** Checks that the index tables equal the document. */
export const checkIndexes: Check = (record) => {
  const { artifact, fields, rows } = record
  const expected = new Set(buildIndexRows(artifact.id, fields, artifact.values).map(describeIndexRow))
  return [
    ...[...expected.difference(rows)].map((words) => describeProblem(record, 'index', `has no index row ${words}`)),
    ...[...rows.difference(expected)].map((words) =>
      describeProblem(record, 'index', `has a superfluous index row: ${words}`),
    ),
  ]
}

/** Describes an index row; equal rows have equal descriptions. */
export function describeIndexRow({ fieldId, entry }: IndexRow): string {
  const place = `value_${entry.family}: field ${fieldId}`
  return entry.family === 'link'
    ? `${place}, position ${entry.position}, to artifact ${entry.value} as "${entry.type}"`
    : `${place}, value ${entry.value}`
}
