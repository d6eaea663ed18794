import { setFlagsFromString } from 'node:v8'
import { type ArchiveImport, type ImportReport, importArchive } from '../archives/commands/import-archive.ts'
import { findingText } from '../archives/findings.ts'
import { openArchive } from '../archives/source.ts'
import type { Desk } from './action.ts'
import { progress } from './progress.ts'
import { refusedArchive } from './refused-archive.ts'
import type { Told } from './told.ts'

type Wanted = Omit<ArchiveImport, 'archive' | 'caller' | 'progress'> & { readonly path: string }

/** Imports the archive at a path and tells all that is to be said about it. */
export async function importFrom(desk: Desk, { path, ...wanted }: Wanted): Promise<Told> {
  // An import makes much that is soon garbage: collected early, memory stays below 300 MiB however large the archive is.
  setFlagsFromString('--heap-growing-percent=20')
  const archive = await openArchive(path)
  const shown = progress(desk)
  try {
    const result = await importArchive(desk.world, { ...wanted, archive, caller: desk.caller, progress: shown.step })
    shown.end()
    return 'problems' in result ? refusedArchive(result) : imported(result.ok)
  } finally {
    shown.end()
    await archive.close()
  }
}

function imported({ project, counts, remarks, furtherRemarks, ignored }: ImportReport): Told {
  const counted = [
    ['users made', counts.usersCreated],
    ['users found', counts.usersMatched],
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
      ...remarks.map((remark) => `remark: ${findingText(remark)}`),
      ...(furtherRemarks === 0 ? [] : [`and ${furtherRemarks} more remarks`]),
      ...ignored.map((section) => `ignored: ${section}`),
      project === null
        ? 'The archive can be imported; nothing was written'
        : `Project ${project.shortName} (${project.id}) was imported`,
      ...counted.flatMap(([what, count]) => (count === null ? [] : [`  ${what.padEnd(14)}${count}`])),
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
