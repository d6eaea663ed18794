import type { Command } from 'commander'
import { getCachedProject } from '../../projects/store/projects.ts'
import { loadTrackerViews } from '../../trackers/reads/load-tracker-views.ts'
import { representTracker } from '../../trackers/representations/tracker.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { createCliViewer } from '../context/cli-viewer.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

/** `tracker show ID` */
export const configureTrackerShow = (command: Command): Command =>
  command
    .description('show a tracker with its fields')
    .argument('<id>', 'tracker id')
    .action(
      withDatabase(async ({ world, caller, io }, text: string) => {
        const tracker = await getTracker(world, text)
        const project = await getCachedProject(world, tracker.projectId)
        if (project === undefined) throw new Error(`Tracker ${text} has no project`)
        const { views, context } = await loadTrackerViews(world, await createCliViewer(world, caller), project, [
          tracker,
        ])
        const [view] = views
        if (view === undefined) throw new Error(`Tracker ${text} is hidden from the command line`)
        return {
          isResult: true,
          lines: [
            ...formatColumns(io, [
              ['id', `${tracker.id}`],
              ['name', tracker.name],
              ['item', tracker.itemName],
              ['project', project.shortName],
              ['description', tracker.description],
            ]),
            '',
            ...formatColumns(io, [
              ['FIELD', 'NAME', 'TYPE', 'LABEL'],
              ...tracker.fields
                .filter(({ isUsed }) => isUsed)
                .map((field) => [`${field.id}`, field.name, field.type, field.label]),
            ]),
          ],
          json: representTracker(view, context),
        }
      }),
    )
