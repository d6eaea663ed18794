import type { Command } from 'commander'
import type { CategoryInput } from '../projects/commands/add-category.ts'
import { readChoice } from './read-choice.ts'
import { readId } from './read-id.ts'

export interface CategoryOptions {
  readonly shortName?: string
  readonly label?: string
  readonly description?: string
  readonly parent?: string
  readonly mandatory?: string
  readonly maxValues?: string
}

/** The options that `category add` and `category edit` share. */
export const categoryOptions = (command: Command): Command =>
  command
    .option('--description <text>', 'what it means')
    .option('--parent <id>', 'the category or value that it is below; "none" for a category of its own')
    .option('--mandatory <yes|no>', 'of categories: whether new projects must choose a value')
    .option('--max-values <number>', 'of categories: how many values a project may choose')

export const readCategoryOptions = (options: CategoryOptions): CategoryInput => ({
  shortName: options.shortName,
  name: options.label,
  description: options.description,
  parentId: options.parent === undefined ? undefined : options.parent === 'none' ? null : readId(options.parent),
  isMandatory:
    options.mandatory === undefined
      ? undefined
      : readChoice('value', ['yes', 'no'] as const, options.mandatory) === 'yes',
  maxValues: options.maxValues === undefined ? undefined : readId(options.maxValues),
})
