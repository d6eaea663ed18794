import type { Command } from 'commander'
import { getProjectDetails } from '../../projects/reads/project-details.ts'
import { representProject } from '../../projects/representations/project.ts'
import { loadTrackerIdsOfProject } from '../../trackers/store/trackers.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

/** `project show NAME` */
export const configureProjectShow = (command: Command): Command =>
  command
    .description('show a project')
    .argument('<name>', 'short name or id of the project')
    .action(
      withDatabase(async ({ world, caller, io }, name: string) => {
        const project = await getNamedProject(world, name)
        const details = await getProjectDetails(world, caller, [project.id])
        const { fields } = details(project.id)
        const trackers = await loadTrackerIdsOfProject(world.db.read, project.id)
        return {
          isResult: true,
          lines: formatColumns(io, [
            ['id', `${project.id}`],
            ['short name', project.shortName],
            ['name', project.name],
            ['status', project.status],
            ['access', project.access],
            ['template', project.isTemplate ? 'yes' : 'no'],
            ['trackers', trackers.join(', ')],
            ['description', project.description],
            ...fields.map((field) => [field.name, field.value]),
          ]),
          json: representProject(project, details(project.id)),
        }
      }),
    )
