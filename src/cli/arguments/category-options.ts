import type { Command } from 'commander'
import type { CategoryInput } from '../../projects/commands/add-category.ts'
import { parseChoice } from './parse-choice.ts'
import { parseCount } from './parse-count.ts'
import { parseId } from './parse-id.ts'

export interface CategoryOptions {
  readonly shortName?: string
  readonly label?: string
  readonly description?: string
  readonly parent?: string
  readonly mandatory?: string
  readonly maxValues?: string
}

/** The options that `category add` and `category edit` share. */
export const addCategoryOptions = (command: Command): Command =>
  command
    .option('--description <text>', 'description')
    .option('--parent <id>', 'id of the parent category or value; "none" for a top-level category')
    .option('--mandatory <yes|no>', 'categories only: whether new projects must choose a value')
    .option('--max-values <number>', 'categories only: maximum number of values per project')

export const parseCategoryOptions = (options: CategoryOptions): CategoryInput => ({
  shortName: options.shortName,
  name: options.label,
  description: options.description,
  parentId: options.parent === undefined ? undefined : options.parent === 'none' ? null : parseId(options.parent),
  isMandatory:
    options.mandatory === undefined
      ? undefined
      : parseChoice('value', ['yes', 'no'] as const, options.mandatory) === 'yes',
  maxValues: options.maxValues === undefined ? undefined : parseCount('maximum', options.maxValues),
})
