import { setFlagsFromString } from 'node:v8'
import { type ArchiveImport, type ImportReport, importArchive } from '../../archives/commands/import-archive.ts'
import { openArchive } from '../../archives/container/open-archive.ts'
import { formatFinding } from '../../archives/plan/findings.ts'
import type { CommandContext } from '../context/command-context.ts'
import type { CommandOutput } from '../context/command-output.ts'
import { formatCount } from '../output/format-count.ts'
import { showProgress } from '../output/progress.ts'
import { describeRejectedArchive } from './describe-rejected-archive.ts'

type ImportRequest = Omit<ArchiveImport, 'archive' | 'caller' | 'progress'> & { readonly path: string }

/** Imports the archive at a path and returns the report. */
export async function importArchiveFile(
  context: CommandContext,
  { path, ...options }: ImportRequest,
): Promise<CommandOutput> {
  // Collects garbage early so that memory stays below 300 MiB for archives of any size.
  setFlagsFromString('--heap-growing-percent=20')
  const archive = await openArchive(path)
  const display = showProgress(context)
  try {
    const result = await importArchive(context.world, {
      ...options,
      archive,
      caller: context.caller,
      progress: display.step,
    })
    display.end()
    return 'problems' in result ? describeRejectedArchive(result) : describeImport(result.ok)
  } finally {
    display.end()
    await archive.close()
  }
}

function describeImport({ project, counts, remarks, furtherRemarks, ignored }: ImportReport): CommandOutput {
  const rows = [
    ['users created', counts.usersCreated],
    ['users matched', counts.usersMatched],
    ['user groups', counts.groups],
    ['trackers', counts.trackers],
    ['form elements', counts.fields],
    ['list values', counts.values],
    ['artifacts', counts.artifacts],
    ['repositories', counts.repositories],
    ['changesets', counts.changesets],
    ['comments', counts.comments],
    ['links', counts.links],
    ['files', counts.files],
  ] as const
  return {
    lines: [
      ...remarks.map((remark) => `remark: ${formatFinding(remark)}`),
      ...(furtherRemarks === 0 ? [] : [`${formatCount(furtherRemarks, 'more remark')} omitted`]),
      ...ignored.map((section) => `skipped (not supported): ${section}`),
      project === null
        ? 'The archive can be imported; nothing was written'
        : `Imported project ${project.shortName} (id ${project.id})`,
      ...rows.flatMap(([what, count]) => (count === null ? [] : [`  ${what.padEnd(14)}${count}`])),
    ],
    json: {
      project: project === null ? null : { id: project.id, short_name: project.shortName },
      counts: {
        users_created: counts.usersCreated,
        users_matched: counts.usersMatched,
        user_groups: counts.groups,
        trackers: counts.trackers,
        fields: counts.fields,
        values: counts.values,
        artifacts: counts.artifacts,
        repositories: counts.repositories,
        changesets: counts.changesets,
        comments: counts.comments,
        links: counts.links,
        files: counts.files,
      },
      remarks,
      further_remarks: furtherRemarks,
      ignored,
    },
  }
}
