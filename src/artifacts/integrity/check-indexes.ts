import { type IndexRow, indexRows } from '../../fields/storage/indexes.ts'
import { about, type Check } from './facts.ts'

/** The tables one searches hold what the document says, no more and no less. */
export const checkIndexes: Check = (facts) => {
  const { artifact, fields, rows } = facts
  const right = new Set(indexRows(artifact.id, fields, artifact.values).map(wordsOf))
  return [
    ...[...right.difference(rows)].map((words) => about(facts, 'index', `has no index row ${words}`)),
    ...[...rows.difference(right)].map((words) => about(facts, 'index', `has an index row too many: ${words}`)),
  ]
}

/** A row in words; two rows with the same words are the same. */
export function wordsOf({ fieldId, entry }: IndexRow): string {
  const place = `value_${entry.family}: field ${fieldId}`
  return entry.family === 'link'
    ? `${place}, position ${entry.position}, to artifact ${entry.value} as "${entry.type}"`
    : `${place}, value ${entry.value}`
}
