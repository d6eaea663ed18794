import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId, UserId } from '../../kit/ids.ts'
import type { RepositoryStorage } from '../../kit/ports.ts'
import { installCommand } from '../../subversion/programs.ts'
import { loadNotifications } from '../../subversion/store/commit-notifications.ts'
import { loadActiveRepositories } from '../../subversion/store/repositories.ts'
import { loadRepositoryAdministrators } from '../../subversion/store/repository-administrators.ts'
import { ArchiveProblem } from '../problem.ts'
import { accessFilesOf, committersOf } from '../store/repositories.ts'
import type { RepositoryTold, TellingRepositories } from '../writing/repositories.ts'

/**
 * The repositories of a project, each up to the last revision that it has at this moment; without those that wait for
 * being deleted.
 */
export async function repositoriesTold(
  db: Reader,
  storage: Pick<RepositoryStorage, 'state' | 'look'>,
  project: ProjectId,
): Promise<TellingRepositories> {
  const living = (await loadActiveRepositories(db, [project])).filter((each) => each.deletionRequestedOn === null)
  if (living.length > 0 && storage.state() === 'absent') {
    throw new ArchiveProblem(
      `The project has Subversion repositories, and Subversion is not available on this server (${installCommand})`,
    )
  }
  const repositories: RepositoryTold[] = []
  for (const repository of living) {
    // Only a deleted one has no folder.
    const folder = repository.folder as string
    repositories.push({
      repository,
      folder,
      youngest: Number(await storage.look(folder, ['youngest'])),
      accessFiles: await accessFilesOf(db, repository.id),
      notifications: await loadNotifications(db, repository.id),
    })
  }
  return { repositories, administrators: await loadRepositoryAdministrators(db, project) }
}

/** Everyone that repositories speak of, committers included. */
export async function peopleOfRepositories(
  db: Reader,
  { repositories }: TellingRepositories,
): Promise<ReadonlySet<UserId>> {
  const committers = await committersOf(
    db,
    repositories.map(({ repository }) => repository.id),
  )
  const named = repositories.flatMap(({ accessFiles, notifications }) => [
    ...accessFiles.flatMap(({ createdBy }) => createdBy ?? []),
    ...notifications.flatMap(({ users }) => users),
  ])
  return new Set([...committers, ...named])
}
