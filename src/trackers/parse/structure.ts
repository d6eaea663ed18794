import type { FieldDefinition } from '../../fields/model/definition.ts'
import { isContainer, isFieldset } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import type { Problems } from './problems.ts'

/** A parsed element: its definition and its position in the list. */
export interface PositionedField {
  readonly definition: FieldDefinition
  readonly position: number
}

/** Deeper than any form; a longer chain is an attack. */
const maxDepth = 8

/**
 * Parses the tree of elements (docs/api/trackers.md §3.6). `fields` is sorted by rank, and so are the elements of every
 * container: each container assigns the list positions of its elements to them in the order of the tree. So both orders
 * are returned as they were sent. Unused elements come last, because no tree shows them.
 */
export function parseStructure(
  input: readonly unknown[],
  byId: ReadonlyMap<number, PositionedField>,
  all: readonly PositionedField[],
  problems: Problems,
): FieldDefinition[] {
  const seenFields = new Set<PositionedField>()
  const parseBranches = (
    branches: readonly unknown[],
    parent: FieldDefinition | null,
    depth: number,
  ): FieldDefinition[] => {
    const parsed = branches.flatMap((branch) => {
      const { id, content } = parseBranch(branch)
      const positioned = byId.get(id)
      if (positioned === undefined) problems.add(message`structure: element ${id} is not among the fields.`)
      else if (seenFields.has(positioned))
        problems.add(message`structure: the element ${positioned.definition.name} is listed more than once.`)
      if (positioned === undefined || seenFields.has(positioned)) return []
      seenFields.add(positioned)
      const { definition } = positioned
      if (isFieldset(definition) && parent !== null)
        problems.add(message`structure: the field set ${definition.name} can only be at the root.`)
      if (content.length > 0 && !isContainer(definition.type))
        problems.add(message`structure: ${definition.name} is not a container.`)
      if (depth >= maxDepth) problems.add(message`structure: it is nested too deeply.`)
      const children = depth >= maxDepth ? [] : parseBranches(content, definition, depth + 1)
      return [{ placed: positioned, children }]
    })
    const ranks = parsed.map(({ placed: positioned }) => positioned.position).sort((a, b) => a - b)
    return parsed.map(({ placed: positioned, children }, index) => ({
      ...positioned.definition,
      rank: ranks[index] ?? index,
      children,
    }))
  }
  const tree = parseBranches(input, null, 0)
  const leftOut = all.filter((positioned) => !seenFields.has(positioned))
  for (const { definition } of leftOut) {
    if (definition.isUsed) problems.add(message`structure: the element ${definition.name} is missing.`)
  }
  return [...tree, ...leftOut.map(({ definition }) => definition)]
}

function parseBranch(branch: unknown): { readonly id: number; readonly content: readonly unknown[] } {
  if (typeof branch !== 'object' || branch === null) return { id: Number(branch), content: [] }
  const id = 'id' in branch ? Number(branch.id) : Number.NaN
  return { id, content: 'content' in branch && Array.isArray(branch.content) ? branch.content : [] }
}
