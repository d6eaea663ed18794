import type { FieldDefinition } from '../../fields/definition.ts'
import { isContainer } from '../model/element-kinds.ts'
import type { Problems } from './problems.ts'

/** An element as it was sent: its definition and its place in the list. */
export interface Placed {
  readonly definition: FieldDefinition
  readonly position: number
}

/** Deeper than any form; a longer chain is an attack. */
const deepest = 8

/**
 * The tree of elements (docs/api/trackers.md §3.6). `fields` is sorted by rank, and so are the elements of every
 * container: each container deals the places its elements have in the list out among them in the order of the tree. So
 * both orders are told again as they were sent. Elements that are not in use stand behind, where no tree shows them.
 */
export function readStructure(
  sent: readonly unknown[],
  bySentId: ReadonlyMap<number, Placed>,
  all: readonly Placed[],
  problems: Problems,
): FieldDefinition[] {
  const seen = new Set<Placed>()
  const inside = (branches: readonly unknown[], parent: FieldDefinition | null, depth: number): FieldDefinition[] => {
    const found = branches.flatMap((branch) => {
      const { id, content } = partsOf(branch)
      const placed = bySentId.get(id)
      if (placed === undefined) problems.add(`structure: there is no element ${id} among the fields.`)
      else if (seen.has(placed)) problems.add(`structure: the element ${placed.definition.name} stands twice.`)
      if (placed === undefined || seen.has(placed)) return []
      seen.add(placed)
      const { definition } = placed
      if (definition.type === 'fieldset' && parent !== null)
        problems.add(`structure: the field set ${definition.name} can only stand at the root.`)
      if (content.length > 0 && !isContainer(definition.type))
        problems.add(`structure: ${definition.name} is no container.`)
      if (depth >= deepest) problems.add('structure: it is too deep.')
      const children = depth >= deepest ? [] : inside(content, definition, depth + 1)
      return [{ placed, children }]
    })
    const ranks = found.map(({ placed }) => placed.position).sort((a, b) => a - b)
    return found.map(({ placed, children }, index) => ({
      ...placed.definition,
      rank: ranks[index] ?? index,
      children,
    }))
  }
  const tree = inside(sent, null, 0)
  const left = all.filter((placed) => !seen.has(placed))
  for (const { definition } of left) {
    if (definition.isUsed) problems.add(`structure: the element ${definition.name} is missing.`)
  }
  return [...tree, ...left.map(({ definition }) => definition)]
}

function partsOf(branch: unknown): { readonly id: number; readonly content: readonly unknown[] } {
  if (typeof branch !== 'object' || branch === null) return { id: Number(branch), content: [] }
  const id = 'id' in branch ? Number(branch.id) : Number.NaN
  return { id, content: 'content' in branch && Array.isArray(branch.content) ? branch.content : [] }
}
