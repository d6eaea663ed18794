import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { UserPolicy } from '../../archives/reads/check-archive.ts'
import { inWorld } from '../action.ts'
import { importFrom } from '../import-from.ts'
import { UsageProblem } from '../usage-problem.ts'

interface Options {
  readonly userMap?: string
  readonly createUsers?: 'active' | 'suspended' | 'restricted'
  readonly shortName?: string
  readonly asTemplate?: boolean
  readonly check?: boolean
  readonly repositories: boolean
}

/** `import FOLDER|ZIP` */
export const importProject = (command: Command): Command =>
  command
    .description('import a project archive, whole or not at all; every problem is listed with its line')
    .argument('<archive>', 'folder or zip file with project.xml and users.xml')
    .option('--user-map <file>', 'user_map.csv: which account each user of the archive becomes')
    .addOption(
      new Option('--create-users <status>', 'instead of a map: make the accounts that are missing')
        .choices(['active', 'suspended', 'restricted'])
        .conflicts('userMap'),
    )
    .option('--short-name <name>', "short name of the project, instead of the archive's")
    .option('--as-template', 'publish the project as a template for new ones')
    .option('--no-repositories', 'leave Subversion repositories out, also where there is no Subversion')
    .option('--check', 'only say what would happen')
    .action(
      inWorld(async (desk, path: string, options: Options) => {
        const { shortName, asTemplate, check, repositories } = options
        const users = await userPolicy(options)
        const wanted = { path, users, shortName, asTemplate, check, withoutRepositories: !repositories }
        return importFrom(desk, wanted)
      }),
    )

/** Without either option only accounts that match by themselves serve; all others are named as problems. */
async function userPolicy({ userMap, createUsers }: Options): Promise<UserPolicy> {
  if (createUsers !== undefined) return { kind: 'create', as: createUsers }
  if (userMap === undefined) return { kind: 'map', csv: '' }
  const csv = await readFile(userMap, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageProblem(`The mapping file ${userMap} cannot be read (${error.code ?? error.message})`)
  })
  return { kind: 'map', csv, fileName: basename(userMap) }
}
