import { type Message, message } from '../../kit/messages/message.ts'

/** A node of the tree of categories; roots have values below them, at any depth (docs/api/projects.md §5). */
export interface Category {
  readonly id: number
  readonly parentId: number | null
  readonly shortName: string
  readonly name: string
  readonly description: string
  readonly isMandatory: boolean
  /** How many values of a root a project may have. */
  readonly maxValues: number
}

export interface CategoryChoice {
  readonly categoryId: number
  readonly valueId: number
}

/**
 * Returns the errors of the categories of a new project, with the texts and in the order of docs/api/projects.md §5.
 */
export function validateChoices(categories: readonly Category[], choices: readonly CategoryChoice[]): Message[] {
  const byId = new Map(categories.map((each) => [each.id, each]))
  const chosen = new Map<number, Set<number>>()
  for (const { categoryId, valueId } of choices) {
    chosen.set(categoryId, (chosen.get(categoryId) ?? new Set()).add(valueId))
  }
  const problems = [...chosen].flatMap(([id, values]) => validateChoice(byId, id, values))
  const missing = categories.filter((each) => isAsked(categories, each) && !chosen.has(each.id))
  if (missing.length > 0) {
    problems.push(
      message`Mandatory categories where missing: ${missing.map(({ name, id }) => `${name} (${id})`).join(', ')}`,
    )
  }
  return problems
}

function validateChoice(byId: ReadonlyMap<number, Category>, id: number, values: ReadonlySet<number>): Message[] {
  const root = byId.get(id)
  if (root === undefined || root.parentId !== null) return [message`The category id ${id} is not a valid root category`]
  if (values.size > root.maxValues) return [message`The category ${id} only allows ${root.maxValues} values`]
  const foreign = [...values].filter((value) => !isBelow(byId, value, root))
  return foreign.map((value) => message`${value} does not belong to ${root.name} (${id}) category hierarchy`)
}

/** Returns whether a value is below a root, and not the root itself. */
function isBelow(byId: ReadonlyMap<number, Category>, value: number, root: Category): boolean {
  let node = byId.get(value)
  for (let steps = 0; node !== undefined && steps <= byId.size; steps += 1) {
    if (node.parentId === root.id) return true
    node = node.parentId === null ? undefined : byId.get(node.parentId)
  }
  return false
}

const isAsked = (categories: readonly Category[], root: Category): boolean =>
  root.parentId === null && root.isMandatory && categories.some(({ parentId }) => parentId === root.id)

/** A category or value with what is below it. */
export interface CategoryTree extends Category {
  readonly values: readonly CategoryTree[]
}

function byParent(categories: readonly Category[]): ReadonlyMap<number | null, readonly Category[]> {
  const childrenByParent = new Map<number | null, Category[]>()
  for (const each of categories) {
    const siblings = childrenByParent.get(each.parentId)
    if (siblings === undefined) childrenByParent.set(each.parentId, [each])
    else siblings.push(each)
  }
  return childrenByParent
}

/** Returns the nodes below a node, or the whole forest; each level is ordered by name. */
export function buildCategoryTrees(categories: readonly Category[], parentId: number | null = null): CategoryTree[] {
  const below = byParent(categories)
  const build = (parent: number | null): CategoryTree[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
      .map((each) => ({ ...each, values: build(each.id) }))
  return build(parentId)
}

/** Returns a node and everything below it, with the distance of each from the node. */
export function collectSubtree(categories: readonly Category[], id: number): ReadonlyMap<number, number> {
  const below = byParent(categories)
  const depths = new Map([[id, 0]])
  // Iterating a map includes entries that are added meanwhile.
  for (const [each, depth] of depths) for (const node of below.get(each) ?? []) depths.set(node.id, depth + 1)
  return depths
}

/** Returns the ids from a node up to its root, the node first. */
export function findPathToRoot(categories: readonly Category[], id: number): readonly number[] {
  const byId = new Map(categories.map((each) => [each.id, each]))
  const path: number[] = []
  for (let node = byId.get(id); node !== undefined; node = node.parentId === null ? undefined : byId.get(node.parentId))
    path.push(node.id)
  return path
}

export const maxCategories = 2000
export const maxCategoryDepth = 20

/** Returns the error of the names of a node, with the texts of docs/api/projects.md §10. */
export function validateCategoryName({ name, shortName }: Pick<Category, 'name' | 'shortName'>): Message | undefined {
  if (name === '') return message`You must provide category full name.`
  if (shortName === '') return message`You must provide category short name.`
  if (name.includes('::')) return message`Category full name cannot contain '::'.`
  if (shortName.includes('::')) return message`Category short name cannot contain '::'.`
  return undefined
}
