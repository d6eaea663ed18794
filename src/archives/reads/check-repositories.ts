import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import { runWithPauses } from '../../kit/concurrency/event-loop.ts'
import { message } from '../../kit/messages/message.ts'
import { findAccessFileProblems } from '../../subversion/model/access-file/check.ts'
import { membersGroup, type ProjectPart } from '../../subversion/model/access-file/merge.ts'
import { installCommand } from '../../subversion/programs/programs.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { GroupByName } from '../../trackers/xml/group-by-name.ts'
import type { RepositoryStorage } from '../../world/model/ports.ts'
import { ArchiveError } from '../container/archive-error.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ArchivedRepository } from '../parse/repositories.ts'
import type { FindPrincipal } from '../parse/users-of-archive.ts'
import type { Findings } from '../plan/findings.ts'

interface CheckContext {
  readonly archive: ArchiveSource
  readonly storage: Pick<RepositoryStorage, 'state'>
  readonly principalOf: FindPrincipal
  readonly groupOf: GroupByName
  /** Names of the static groups of the project. */
  readonly groupNames: readonly string[]
}

/** Checks that repositories can be created and that their references exist; dumps are loaded later. */
export async function checkRepositories(
  repositories: readonly ArchivedRepository[],
  { archive, storage, principalOf, groupOf, groupNames }: CheckContext,
  findings: Findings,
): Promise<void> {
  const notes = findings.on('project.xml')
  const [first] = repositories
  if (first !== undefined && storage.state() === 'absent') {
    notes.problem(
      'repository',
      first.line,
      message`The project has Subversion repositories, and Subversion is not available on this server (${installCommand})`,
    )
  }
  for (const repository of repositories) {
    const { dump, line, name, notifications, tulipwood } = repository
    if (dump === null)
      notes.remark('repository-incomplete', line, message`The repository ${name} has no dump: it begins empty`)
    else if (!(await hasEntry(archive, dump, line, notes)))
      notes.problem('repository', line, message`The dump ${dump} of the repository ${name} is not in the archive`)
    const exported = findings.on(tulipwood === null ? 'project.xml' : 'tulipwood.xml')
    await checkAccessFile(repository, groupNames, exported)
    for (const { people, groups, line: place } of notifications) {
      for (const { format, name: person } of people)
        if (principalOf(format, person) === undefined)
          exported.remark(
            'repository-incomplete',
            place,
            message`${person} is not in users.xml and is not notified of commits`,
          )
      for (const each of groups)
        if (!isNotifiable(groupOf(each)))
          exported.remark(
            'repository-incomplete',
            place,
            message`"${each}" is not a group that can be notified of commits`,
          )
    }
  }
}

/** An access file that Subversion cannot read denies all access (docs/api/subversion.md §2.2). */
async function checkAccessFile(
  { name, accessFiles, accessFileVersion }: ArchivedRepository,
  groupNames: readonly string[],
  notes: FindingReporter,
): Promise<void> {
  const active = accessFiles[accessFileVersion - 1]
  if (active === undefined) return
  const part: ProjectPart = {
    groups: new Map([membersGroup, ...groupNames].map((each) => [each, []])),
    permissions: active.hasDefaultPermissions ? 'members only' : null,
  }
  const problems = await runWithPauses(findAccessFileProblems(part, active.text.trim()))
  const fatal = problems.find(({ isFatal }) => isFatal)
  if (fatal === undefined) return
  const { line, message: why } = fatal
  notes.remark(
    'unreadable-access-file',
    active.line,
    message`Subversion cannot read the access file of the repository ${name}, which therefore denies all access: line ${line}: ${why}`,
  )
}

/** Reported problems count, to avoid duplicates. */
async function hasEntry(archive: ArchiveSource, path: string, line: number, notes: FindingReporter): Promise<boolean> {
  try {
    return await archive.has(path)
  } catch (problem) {
    if (!(problem instanceof ArchiveError)) throw problem
    notes.problem('repository', line, problem.text)
    return true
  }
}

/** docs/api/subversion.md §1.6: static groups, members and administrators. */
export const isNotifiable = (id: ReturnType<GroupByName>): boolean =>
  id !== undefined && (isStaticGroup(id) || id === group.members || id === group.administrators)
