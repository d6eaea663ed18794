import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { installCommand } from '../../subversion/programs/programs.ts'
import { loadNotifications } from '../../subversion/store/commit-notifications.ts'
import { loadActiveRepositories } from '../../subversion/store/repositories.ts'
import { loadRepositoryAdministrators } from '../../subversion/store/repository-administrators.ts'
import type { RepositoryStorage } from '../../world/model/ports.ts'
import { ArchiveError } from '../container/archive-error.ts'
import type { ExportedRepository, RepositoriesExport } from '../serialize/repositories.ts'
import { loadAccessFiles, loadCommitters } from '../store/repositories.ts'

/** Loads the repositories of a project up to their current youngest revisions, without those that are being deleted. */
export async function loadExportedRepositories(
  db: Reader,
  storage: Pick<RepositoryStorage, 'state' | 'look'>,
  project: ProjectId,
): Promise<RepositoriesExport> {
  const living = (await loadActiveRepositories(db, [project])).filter((each) => each.deletionRequestedOn === null)
  if (living.length > 0 && storage.state() === 'absent') {
    throw new ArchiveError(
      message`The project has Subversion repositories, and Subversion is not available on this server (${installCommand})`,
    )
  }
  const repositories: ExportedRepository[] = []
  for (const repository of living) {
    // Only deleted repositories have no directory.
    const directory = repository.directory as string
    repositories.push({
      repository,
      directory,
      youngest: Number(await storage.look(directory, ['youngest'])),
      accessFiles: await loadAccessFiles(db, repository.id),
      notifications: await loadNotifications(db, repository.id),
    })
  }
  return { repositories, administrators: await loadRepositoryAdministrators(db, project) }
}

/** Returns all users that repositories refer to, including committers. */
export async function loadUsersOfRepositories(
  db: Reader,
  { repositories }: RepositoriesExport,
): Promise<ReadonlySet<UserId>> {
  const committers = await loadCommitters(
    db,
    repositories.map(({ repository }) => repository.id),
  )
  const mentionedUsers = repositories.flatMap(({ accessFiles, notifications }) => [
    ...accessFiles.flatMap(({ createdBy }) => createdBy ?? []),
    ...notifications.flatMap(({ users }) => users),
  ])
  return new Set([...committers, ...mentionedUsers])
}
