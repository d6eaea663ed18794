/** A node of the tree of categories; roots have values below them, at any depth (contract 10 §8.5). */
export interface Category {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly isMandatory: boolean
  /** How many values a project may have of a root. */
  readonly maxValues: number
}

export interface CategoryChoice {
  readonly categoryId: number
  readonly valueId: number
}

/** What is wrong with the categories of a new project, in the words and the order of contract 10 §8.5. */
export function categoryProblems(categories: readonly Category[], choices: readonly CategoryChoice[]): string[] {
  const byId = new Map(categories.map((each) => [each.id, each]))
  const chosen = new Map<number, Set<number>>()
  for (const { categoryId, valueId } of choices) {
    chosen.set(categoryId, (chosen.get(categoryId) ?? new Set()).add(valueId))
  }
  const problems = [...chosen].flatMap(([id, values]) => problemsOfOne(byId, id, values))
  const missing = categories.filter((each) => isAsked(categories, each) && !chosen.has(each.id))
  if (missing.length > 0) {
    problems.push(`Mandatory categories where missing: ${missing.map(({ name, id }) => `${name} (${id})`).join(', ')}`)
  }
  return problems
}

function problemsOfOne(byId: ReadonlyMap<number, Category>, id: number, values: ReadonlySet<number>): string[] {
  const root = byId.get(id)
  if (root === undefined || root.parentId !== null) return [`The category id ${id} is not a valid root category`]
  if (values.size > root.maxValues) return [`The category ${id} only allows ${root.maxValues} values`]
  const foreign = [...values].filter((value) => !isBelow(byId, value, root))
  return foreign.map((value) => `${value} does not belong to ${root.name} (${id}) category hierarchy`)
}

/** A value is somewhere below its root, and not the root itself. */
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
