import type { Command } from 'commander'
import { listProjects } from '../../projects/reads/list-projects.ts'
import { representMinimalProject } from '../../projects/representations/project.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

const statuses = ['active', 'pending', 'suspended', 'deleted'] as const

/** `project list` */
export const configureProjectList = (command: Command): Command =>
  command
    .description('list the projects with a status')
    .option('--status <status>', statuses.join(', '), 'active')
    .action(
      withDatabase(async ({ world, caller, io }, options: { readonly status: string }) => {
        const status = parseChoice('project status', statuses, options.status)
        const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
        const { projects } = await listProjects(world, caller, { query: { kind: 'status', status } }, page)
        return {
          isResult: true,
          lines: formatColumns(io, [
            ['ID', 'SHORT NAME', 'STATUS', 'ACCESS', 'NAME'],
            ...projects.map(({ id, shortName, status, access, name }) => [`${id}`, shortName, status, access, name]),
          ]),
          json: { projects: projects.map(representMinimalProject) },
        }
      }),
    )
