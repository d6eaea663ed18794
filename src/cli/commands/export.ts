import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import { type ExportReport, exportArchive } from '../../archives/commands/export-archive.ts'
import { openArchiveSink } from '../../archives/container/open-sink.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { withDatabase } from '../context/command-context.ts'
import type { CommandOutput } from '../context/command-output.ts'
import { formatCount } from '../output/format-count.ts'
import { showProgress } from '../output/progress.ts'

/** `export PROJECT --to FOLDER|ZIP` */
export const configureExportProject = (command: Command): Command =>
  command
    .description('export a project as an archive for import; existing files are not overwritten')
    .argument('<project>', 'short name or id of the project')
    .requiredOption('--to <path>', 'target: a zip file if it ends in .zip, otherwise a directory')
    .option('--no-repositories', 'skip Subversion repositories')
    .action(
      withDatabase(async (desk, name: string, { to, repositories }: { to: string; repositories: boolean }) => {
        // Collects garbage early so that memory stays flat, as in an import.
        setFlagsFromString('--heap-growing-percent=20')
        const { id } = await getNamedProject(desk.world, name)
        const displayed = showProgress(desk)
        try {
          const sink = await openArchiveSink(to)
          const report = await exportArchive(desk.world, {
            project: id,
            sink,
            withoutRepositories: !repositories,
            caller: desk.caller,
            progress: displayed.step,
          })
          displayed.end()
          return describeExport(report, to)
        } finally {
          displayed.end()
        }
      }),
    )

function describeExport({ project, counts }: ExportReport, path: string): CommandOutput {
  const { users, groups, trackers, artifacts, repositories, files, missing } = counts
  const counted = [
    ['users', users],
    ['user groups', groups],
    ['trackers', trackers],
    ['artifacts', artifacts],
    ['repositories', repositories],
    ['files', files],
  ] as const
  return {
    lines: [
      `Exported project ${project.shortName} (id ${project.id}) to ${path}`,
      ...counted.map(([what, count]) => `  ${what.padEnd(14)}${count}`),
    ],
    json: {
      project: { id: project.id, short_name: project.shortName },
      path,
      counts: { users, user_groups: groups, trackers, artifacts, repositories, files, missing_files: missing },
    },
    ...(missing === 0
      ? {}
      : { problems: [`The store lacks ${formatCount(missing, 'file')}, which the archive does not contain`] }),
  }
}
