import type { RepositoryStorage } from '../../kit/ports.ts'
import { group, isStaticGroup } from '../../platform/model/groups.ts'
import { installCommand } from '../../subversion/programs.ts'
import type { Findings, Notes } from '../findings.ts'
import { ArchiveProblem } from '../problem.ts'
import type { GroupByName } from '../reading/groups.ts'
import type { PersonOf } from '../reading/people.ts'
import type { ArchivedRepository } from '../reading/repositories.ts'
import type { ArchiveSource } from '../source.ts'

interface Surroundings {
  readonly archive: ArchiveSource
  readonly storage: Pick<RepositoryStorage, 'state'>
  readonly personOf: PersonOf
  readonly groupOf: GroupByName
}

/** Whether repositories can be made here, and what they refer to is there; dumps are loaded later. */
export async function checkRepositories(
  repositories: readonly ArchivedRepository[],
  { archive, storage, personOf, groupOf }: Surroundings,
  findings: Findings,
): Promise<void> {
  const notes = findings.on('project.xml')
  const [first] = repositories
  if (first !== undefined && storage.state() === 'absent') {
    notes.problem(
      'repository',
      first.line,
      `The project has Subversion repositories, and Subversion is not available on this server (${installCommand})`,
    )
  }
  for (const { dump, line, name, notifications, ours } of repositories) {
    if (dump === null)
      notes.remark('repository-incomplete', line, `The repository ${name} has no dump: it begins empty`)
    else if (!(await isThere(archive, dump, line, notes)))
      notes.problem('repository', line, `The dump ${dump} of the repository ${name} is not in the archive`)
    const told = findings.on(ours === null ? 'project.xml' : 'tulipwood.xml')
    for (const { people, groups, line: place } of notifications) {
      for (const { format, name: person } of people)
        if (personOf(format, person) === undefined)
          told.remark('repository-incomplete', place, `${person} is not in users.xml and hears of no commits`)
      for (const each of groups)
        if (!isNotifiable(groupOf(each)))
          told.remark('repository-incomplete', place, `"${each}" is no group that can hear of commits`)
    }
  }
}

/** A problem that was told counts as well: it is not told twice. */
async function isThere(archive: ArchiveSource, path: string, line: number, notes: Notes): Promise<boolean> {
  try {
    return await archive.has(path)
  } catch (problem) {
    if (!(problem instanceof ArchiveProblem)) throw problem
    notes.problem('repository', line, problem.message)
    return true
  }
}

/** docs/api/subversion.md §1.6: static groups, and of the others members and administrators. */
export const isNotifiable = (id: ReturnType<GroupByName>): boolean =>
  id !== undefined && (isStaticGroup(id) || id === group.members || id === group.administrators)
