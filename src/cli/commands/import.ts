import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { UserPolicy } from '../../archives/reads/check-archive.ts'
import { importArchiveFile } from '../archives/import-archive-file.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly userMap?: string
  readonly createUsers?: 'active' | 'suspended' | 'restricted'
  readonly shortName?: string
  readonly asTemplate?: boolean
  readonly check?: boolean
  readonly repositories: boolean
}

/** `import FOLDER|ZIP` */
export const configureImportProject = (command: Command): Command =>
  command
    .description('import a project archive; all or nothing, problems are listed by line')
    .argument('<archive>', 'directory or zip file with project.xml and users.xml')
    .option('--user-map <file>', 'CSV file (user_map.csv) that maps users of the archive to accounts')
    .addOption(
      new Option('--create-users <status>', 'create missing accounts with this status, instead of using a map')
        .choices(['active', 'suspended', 'restricted'])
        .conflicts('userMap'),
    )
    .option('--short-name <name>', "short name of the new project (default: the archive's)")
    .option('--as-template', 'mark the project as a template for new projects')
    .option('--no-repositories', 'skip Subversion repositories')
    .option('--check', 'check only; write nothing')
    .action(
      withDatabase(
        async (desk, path: string, options: Options) => {
          const { shortName, asTemplate, check, repositories } = options
          const users = await userPolicy(options)
          const request = { path, users, shortName, asTemplate, check, withoutRepositories: !repositories }
          return importArchiveFile(desk, request)
        },
        { canCreate: true },
      ),
    )

/** Without either option, users of the archive that match no account are reported as problems. */
async function userPolicy({ userMap, createUsers }: Options): Promise<UserPolicy> {
  if (createUsers !== undefined) return { kind: 'create', as: createUsers }
  if (userMap === undefined) return { kind: 'map', csv: '' }
  const csv = await readFile(userMap, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The mapping file ${userMap} cannot be read (${error.code ?? error.message})`)
  })
  return { kind: 'map', csv, fileName: basename(userMap) }
}
