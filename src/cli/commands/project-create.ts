import type { Command } from 'commander'
import { createProjectFromRequest } from '../../projects/commands/create-project-from-request.ts'
import { getCreatedProject } from '../../projects/reads/created-project.ts'
import { representMinimalProject } from '../../projects/representations/project.ts'
import { loadCategories } from '../../projects/store/categories.ts'
import { loadAllProjectFields } from '../../projects/store/project-fields.ts'
import { findCategoryChoices, findFieldValues } from '../arguments/find-project-choices.ts'
import { getAccount } from '../arguments/get-account.ts'
import { getUserCaller } from '../arguments/get-user-caller.ts'
import { withDatabase } from '../context/command-context.ts'

interface Options {
  readonly name?: string
  readonly description: string
  readonly template: string
  readonly private?: boolean
  readonly owner: string
  readonly field?: readonly string[]
  readonly category?: readonly string[]
}

/** `project create SHORTNAME` */
export const configureProjectCreate = (command: Command): Command =>
  command
    .description('create a project from a template')
    .argument('<shortname>', 'short name of the project')
    .requiredOption('--owner <login>', 'user who becomes its first administrator')
    .option('--name <text>', 'name (default: the short name)')
    .option('--description <text>', 'description', '')
    .option('--template <name>', 'issues, bugs, scrum, kanban, agile_alm or empty', 'issues')
    .option('--private', 'only members can access it')
    .option('--field <name=value...>', 'value of a project field, such as "Cost center=4711"')
    .option('--category <category=value...>', 'value of a category, by names or ids of "category list"')
    .action(
      withDatabase(async ({ world }, shortName: string, options: Options) => {
        const owner = await getAccount(world, options.owner)
        const id = await createProjectFromRequest(world, await getUserCaller(world, owner), {
          shortName,
          name: options.name ?? shortName,
          description: options.description,
          isPublic: options.private !== true,
          allowsRestricted: null,
          source: { kind: 'built-in', name: options.template },
          fields: findFieldValues(await loadAllProjectFields(world.db.read), options.field ?? []),
          categories: findCategoryChoices(await loadCategories(world.db.read), options.category ?? []),
        })
        const project = await getCreatedProject(world.db.read, id)
        return {
          lines: [`Created project ${project.shortName} (id ${id}, ${project.status})`],
          json: representMinimalProject(project),
        }
      }),
    )
