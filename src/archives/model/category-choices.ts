import { type Message, message } from '../../kit/messages/message.ts'
import {
  buildCategoryTrees,
  type Category,
  type CategoryChoice,
  type CategoryTree,
  maxCategoryDepth,
} from '../../projects/model/categories.ts'

/** A choice by names, because ids differ between sites: the category, then its values down to the selected one. */
export interface ArchivedCategoryChoice {
  readonly path: readonly string[]
  readonly line: number
}

/** Maximum depth of the tree. */
export const maxCategoryPath = maxCategoryDepth + 1

interface ValueWithPath extends CategoryChoice {
  readonly path: readonly string[]
}

function listValues(categories: readonly Category[]): ValueWithPath[] {
  const listBelow = (trees: readonly CategoryTree[], above: Omit<ValueWithPath, 'valueId'>): ValueWithPath[] =>
    trees.flatMap(({ id, name, values }) => {
      const value = { categoryId: above.categoryId, valueId: id, path: [...above.path, name] }
      return [value, ...listBelow(values, value)]
    })
  return buildCategoryTrees(categories).flatMap(({ id, name, values }) =>
    listBelow(values, { categoryId: id, path: [name] }),
  )
}

/** Returns the names of each choice, from the category down to the value. */
export function buildChoicePaths(
  categories: readonly Category[],
  choices: readonly CategoryChoice[],
): (readonly string[])[] {
  const paths = new Map(listValues(categories).map(({ valueId, path }) => [valueId, path]))
  return choices.flatMap(({ valueId }) => {
    const path = paths.get(valueId)
    return path === undefined ? [] : [path]
  })
}

interface ResolvedChoices {
  readonly choices: readonly CategoryChoice[]
  readonly leftOut: readonly { readonly line: number; readonly text: Message }[]
}

/**
 * Resolves the archived choices in the category tree of this site. A category with existing choices of the project
 * keeps them; other categories take as many values as they allow, in archive order.
 */
export function resolveCategoryChoices(
  archived: readonly ArchivedCategoryChoice[],
  categories: readonly Category[],
  chosen: readonly CategoryChoice[],
): ResolvedChoices {
  // Names may repeat below a parent: the first value wins.
  const values = new Map(
    listValues(categories)
      .toReversed()
      .map((value) => [JSON.stringify(value.path), value]),
  )
  const roots = categories.filter(({ parentId }) => parentId === null)
  const maxValues = new Map(roots.map((root) => [root.id, root.maxValues]))
  const rootNames = new Set(roots.map(({ name }) => name))
  const alreadyChosen = new Set(chosen.map(({ categoryId }) => categoryId))
  const resolved = new Map<number, Set<number>>()
  const leftOut: { readonly line: number; readonly text: Message }[] = []
  for (const { path, line } of archived) {
    const [root = '', ...below] = path
    const name = below.join('::')
    const value = values.get(JSON.stringify(path))
    if (value === undefined) {
      const text = rootNames.has(root)
        ? message`The category "${root}" of this site has no value "${name}": it is left out`
        : message`The site has no category "${root}": its value "${name}" is left out`
      leftOut.push({ line, text })
      continue
    }
    const { categoryId, valueId } = value
    if (alreadyChosen.has(categoryId)) continue
    const before = resolved.get(categoryId) ?? new Set()
    const max = maxValues.get(categoryId) ?? 0
    if (before.has(valueId) || before.size < max) resolved.set(categoryId, before.add(valueId))
    else {
      const text =
        max === 1
          ? message`A project may have ${max} value of the category "${root}": "${name}" is left out`
          : message`A project may have ${max} values of the category "${root}": "${name}" is left out`
      leftOut.push({ line, text })
    }
  }
  const choices = [...resolved].flatMap(([categoryId, ids]) => [...ids].map((valueId) => ({ categoryId, valueId })))
  return { choices, leftOut }
}
