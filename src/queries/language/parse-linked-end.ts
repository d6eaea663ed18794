import type { LinkedArtifact, LinkedTracker } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { inputNames } from './input-names.ts'
import { takeInteger } from './parse-number.ts'

/** `ARTIFACT = 3` or `TRACKER != "bug"` (docs/api/queries.md §2.1); undefined when neither starts here. */
export const parseLinkedEnd = (cursor: Cursor): LinkedArtifact | LinkedTracker | undefined =>
  parseLinkedArtifact(cursor) ?? parseLinkedTracker(cursor)

export function parseLinkedArtifact(cursor: Cursor): LinkedArtifact | undefined {
  const word = cursor.takeWord('ARTIFACT')
  if (!word) return undefined
  if (!cursor.takeSymbol('=')) cursor.fail()
  const id = takeInteger(cursor, inputNames.artifact) ?? cursor.fail()
  return { kind: 'artifact', at: word.at, id: Math.min(Number(id.text), Number.MAX_SAFE_INTEGER) }
}

function parseLinkedTracker(cursor: Cursor): LinkedTracker | undefined {
  const word = cursor.takeWord('TRACKER')
  if (!word) return undefined
  const operator = cursor.takeSymbol('=', '!=') ?? cursor.fail()
  const name = cursor.take('string', inputNames.tracker) ?? cursor.fail()
  return { kind: 'tracker', at: word.at, operator, itemName: name.value }
}
