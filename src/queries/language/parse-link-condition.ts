import type { CoverageCondition, FamilyCondition, LinkCondition, LinkedCondition, LinkType } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { inputNames } from './input-names.ts'
import { parseLinkedArtifact, parseLinkedEnd } from './parse-linked-end.ts'

/** docs/api/queries.md §2.2; returns undefined when no link condition starts here. */
export function parseLinkCondition(cursor: Cursor): LinkCondition | undefined {
  const { at } = cursor.peek()
  if (cursor.takeWord('WITH')) return parseFamily(cursor, at, false)
  if (cursor.takeWord('WITHOUT')) return parseFamily(cursor, at, true)
  if (!cursor.takeWord('IS')) return undefined
  const isNegated = cursor.takeWord('NOT') !== undefined
  if (cursor.takeWord('LINKED')) return parseLinked(cursor, at, isNegated)
  if (cursor.takeWord('COVERED')) return parseCovered(cursor, at, isNegated)
  if (!cursor.takeWord('COVERING')) cursor.fail()
  const other = parseLinkedArtifact(cursor) ?? null
  return { kind: 'coverage', at, relation: 'covering', isNegated, other }
}

function parseFamily(cursor: Cursor, at: number, isNegated: boolean): FamilyCondition {
  const isParent = cursor.takeWord('PARENT') !== undefined
  if (!isParent && !cursor.takeWord('CHILDREN') && !cursor.takeWord('CHILD')) cursor.fail()
  const other = parseLinkedEnd(cursor) ?? null
  return { kind: 'family', at, relation: isParent ? 'parent' : 'children', isNegated, other }
}

function parseLinked(cursor: Cursor, at: number, isNegated: boolean): LinkedCondition {
  const isFrom = cursor.takeWord('FROM') !== undefined
  if (!isFrom && !cursor.takeWord('TO')) cursor.fail()
  const other = parseLinkedEnd(cursor) ?? null
  return { kind: 'linked', at, direction: isFrom ? 'from' : 'to', isNegated, other, type: parseLinkType(cursor) }
}

function parseLinkType(cursor: Cursor): LinkType | null {
  if (!cursor.takeWord('WITH', 'WITH TYPE')) return null
  if (!cursor.takeWord('TYPE')) cursor.fail()
  const name = cursor.take('string', inputNames.linkType) ?? cursor.fail()
  return { at: name.at, name: name.value }
}

/** Only COVERED, or COVERED BY an artifact. */
function parseCovered(cursor: Cursor, at: number, isNegated: boolean): CoverageCondition {
  const isBy = cursor.takeWord('BY') !== undefined
  const other = isBy ? (parseLinkedArtifact(cursor) ?? cursor.fail()) : null
  return { kind: 'coverage', at, relation: 'covered', isNegated, other }
}
