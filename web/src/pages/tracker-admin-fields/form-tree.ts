import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Field } from '../../fields/field-context.tsx'
import { getElementType } from '../../fields/form-elements.ts'

/** An element of the form in its place. */
export interface FormNode {
  readonly id: number
  /** null: the user has no permission to read it. */
  readonly field: Field | null
  /** null: it is at the root. */
  readonly parent: number | null
  /** null: it contains no others. */
  readonly children: readonly FormNode[] | null
}

/** A place in the form as the API has it: in a container, before a sibling; null: the root, the end. */
export interface FormPlace {
  readonly parent_id: number | null
  readonly next_sibling_id: number | null
}

/** A container, and what is in it. */
export interface FormContainer {
  readonly id: number | null
  /** null: the root. */
  readonly section: string | null
  /** null: a section itself. */
  readonly column: string | null
  readonly children: readonly FormNode[]
}

interface StructureElement {
  readonly id: number
  readonly content: readonly unknown[] | null
}

/** The form as a tree. */
export function buildFormTree({ fields, structure }: TrackerRepresentation): readonly FormNode[] {
  const fieldById = new Map(fields.map((field) => [field.field_id, field]))
  const build = (elements: readonly StructureElement[], parent: number | null): FormNode[] =>
    elements.map(({ id, content }) => ({
      id,
      field: fieldById.get(id) ?? null,
      parent,
      // Trees of any depth: the API describes only their root.
      children: content === null ? null : build(content as readonly StructureElement[], id),
    }))
  return build(structure as readonly StructureElement[], null)
}

export function* walkNodes(nodes: readonly FormNode[]): Generator<FormNode> {
  for (const node of nodes) {
    yield node
    if (node.children !== null) yield* walkNodes(node.children)
  }
}

const findNode = (tree: readonly FormNode[], id: number): FormNode | undefined =>
  walkNodes(tree).find((node) => node.id === id)

/** Elements of a container; null: the root. */
const listChildren = (tree: readonly FormNode[], id: number | null): readonly FormNode[] =>
  id === null ? tree : (findNode(tree, id)?.children ?? [])

export const getPlace = ({ field }: FormNode): 'root' | 'block' | 'column' =>
  field === null ? 'column' : getElementType(field.type).place

/** All containers, in the order of the form, the root first. */
function listContainers(tree: readonly FormNode[]): readonly FormContainer[] {
  const inner = (nodes: readonly FormNode[], section: string | null): FormContainer[] =>
    nodes.flatMap((node) => {
      if (node.children === null) return []
      const label = node.field?.label ?? ''
      const isColumn = getPlace(node) === 'block'
      const own = { id: node.id, section: isColumn ? section : label, column: isColumn ? label : null }
      return [{ ...own, children: node.children }, ...inner(node.children, own.section)]
    })
  return [{ id: null, section: null, column: null, children: tree }, ...inner(tree, null)]
}

const isColumn = ({ id, column }: FormContainer): boolean => id !== null && column !== null

/** The containers that an element can be moved to (docs/api/trackers.md §4.7). */
export function listMoveTargets(
  tree: readonly FormNode[],
  place: 'root' | 'block' | 'column',
): readonly FormContainer[] {
  const containers = listContainers(tree)
  if (place === 'root') return containers.slice(0, 1)
  return place === 'column' ? containers.filter(isColumn) : []
}

/**
 * The containers that a new element is offered: fields can be moved later only between columns, so they begin in one
 * where there is one.
 */
export function listAddTargets(
  tree: readonly FormNode[],
  place: 'root' | 'block' | 'column',
): readonly FormContainer[] {
  const containers = listContainers(tree)
  const root = containers.slice(0, 1)
  const sections = containers.filter(({ section, column }) => section !== null && column === null)
  if (place === 'root') return root
  if (place === 'block') return sections.length === 0 ? root : sections
  const isWithoutColumns = ({ children }: FormContainer): boolean =>
    !children.some((node) => getPlace(node) === 'block')
  const targets = containers.filter((each) => isColumn(each) || (each.section !== null && isWithoutColumns(each)))
  return targets.length === 0 ? root : targets
}

/** Where the element is now. */
export function findPlace(tree: readonly FormNode[], { id, parent }: FormNode): FormPlace {
  const siblings = listChildren(tree, parent)
  const next = siblings[siblings.findIndex((node) => node.id === id) + 1]
  return { parent_id: parent, next_sibling_id: next?.id ?? null }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The place one step away; null: there is none, or the API does not allow it. */
export function findNextPlace(tree: readonly FormNode[], node: FormNode, direction: Direction): FormPlace | null {
  const targets = listMoveTargets(tree, getPlace(node))
  if (direction === 'left' || direction === 'right') return findOtherColumn(targets, node, direction)
  const container = targets.find(({ id }) => id === node.parent)
  if (container === undefined) return null
  const at = container.children.findIndex(({ id }) => id === node.id)
  const to = direction === 'up' ? at - 1 : at + 2
  if (to < 0 || to > container.children.length) return null
  return { parent_id: container.id, next_sibling_id: container.children[to]?.id ?? null }
}

function findOtherColumn(
  targets: readonly FormContainer[],
  node: FormNode,
  direction: 'left' | 'right',
): FormPlace | null {
  if (getPlace(node) === 'root') return null
  const at = targets.findIndex(({ id }) => id === node.parent)
  const to = targets[direction === 'left' ? at - 1 : at + 1]
  return to === undefined ? null : { parent_id: to.id, next_sibling_id: null }
}

/** Whether a held element may be dropped before `next` in the container. */
export const canDrop = (
  tree: readonly FormNode[],
  held: FormNode,
  { parent_id, next_sibling_id }: FormPlace,
): boolean => next_sibling_id !== held.id && listMoveTargets(tree, getPlace(held)).some(({ id }) => id === parent_id)
