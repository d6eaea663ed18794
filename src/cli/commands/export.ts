import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import { type ExportReport, exportArchive } from '../../archives/commands/export-archive.ts'
import { openSink } from '../../archives/open-sink.ts'
import { inWorld } from '../action.ts'
import { findNamedProject } from '../find-named-project.ts'
import { progress } from '../progress.ts'
import type { Told } from '../told.ts'

/** `export PROJECT --to FOLDER|ZIP` */
export const exportProject = (command: Command): Command =>
  command
    .description('write a project as an archive that import reads; what is there already is not overwritten')
    .argument('<project>', 'its short name or id')
    .requiredOption('--to <path>', 'where to: a zip file when it ends in .zip, else a folder')
    .option('--no-repositories', 'leave Subversion repositories out, also where there is no Subversion')
    .action(
      inWorld(async (desk, name: string, { to, repositories }: { to: string; repositories: boolean }) => {
        // As an import does: what is soon garbage is collected early, and memory stays flat.
        setFlagsFromString('--heap-growing-percent=20')
        const { id } = await findNamedProject(desk.world, name)
        const shown = progress(desk)
        try {
          const sink = await openSink(to)
          const report = await exportArchive(desk.world, {
            project: id,
            sink,
            withoutRepositories: !repositories,
            caller: desk.caller,
            progress: shown.step,
          })
          shown.end()
          return exported(report, to)
        } finally {
          shown.end()
        }
      }),
    )

function exported({ project, counts }: ExportReport, path: string): Told {
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
      `Project ${project.shortName} (${project.id}) was written to ${path}`,
      ...counted.map(([what, count]) => `  ${what.padEnd(14)}${count}`),
    ],
    json: {
      project: { id: project.id, short_name: project.shortName },
      path,
      counts: { users, user_groups: groups, trackers, artifacts, repositories, files, missing_files: missing },
    },
    ...(missing === 0 ? {} : { complaints: [`The bytes of ${missing} files are gone: the archive is without them`] }),
  }
}
