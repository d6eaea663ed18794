import { normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadUsers, loadUsersByLogins } from '../../accounts/store/users.ts'
import { loadKeywords } from '../../artifacts/reads/keywords.ts'
import { createLinkResolver } from '../../artifacts/representations/mention-links.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Project } from '../../projects/model/project.ts'
import type { World } from '../../world/model/world.ts'
import type { CommitMetadata } from '../model/browser-types.ts'
import type { Authors } from '../representations/commit.ts'
import type { CommitContext } from '../representations/visible-commit.ts'
import { type ImportedCommit, loadImportedCommits } from '../store/imported-commits.ts'

/**
 * Loads the accounts of the authors of commits. Imported authors are mapped by the import; their logins may belong to
 * others here.
 */
export async function loadAuthors(
  { db }: Pick<World, 'db'>,
  id: RepositoryId,
  commits: readonly CommitMetadata[],
  importedCommits?: ReadonlyMap<number, ImportedCommit>,
): Promise<Authors> {
  const imported = importedCommits ?? (await loadImportedCommits(db.read, id, revisionNumbers(commits)))
  const rows = commits.filter(({ revision }) => !imported.has(revision))
  const [byLogin, byId] = await Promise.all([
    loadUsersByLogins(db.read, [...new Set(rows.flatMap(({ author }) => author ?? []))]),
    loadUsers(db.read, [...new Set([...imported.values()].flatMap(({ userId }) => userId ?? []))]),
  ])
  const authorOf = ({ revision, author }: CommitMetadata): User | undefined => {
    const existing = imported.get(revision)
    if (existing !== undefined) return existing.userId === null ? undefined : byId.get(existing.userId)
    return author === null ? undefined : byLogin.get(normalizeLogin(author))
  }
  return new Map(
    commits.flatMap((commit) => {
      const user = authorOf(commit)
      return user === undefined ? [] : [[commit.revision, user] as const]
    }),
  )
}

const revisionNumbers = (commits: readonly CommitMetadata[]): number[] => commits.map(({ revision }) => revision)

/** Loads the data needed to represent commits of one repository. */
export async function loadCommitContext(
  world: Pick<World, 'db' | 'cache'>,
  viewer: Viewer,
  { id, project }: { readonly id: RepositoryId; readonly project: Project },
  commits: readonly CommitMetadata[],
): Promise<CommitContext> {
  const imported = await loadImportedCommits(world.db.read, id, revisionNumbers(commits))
  const [authors, keywords] = await Promise.all([loadAuthors(world, id, commits, imported), loadKeywords(world)])
  const resolveLink = createLinkResolver(viewer.origin, project.id, keywords)
  return {
    authors,
    viewer,
    linkOfIn: (revision) => (keyword, number, other) => {
      const existing = imported.get(revision)
      if (existing === undefined) return resolveLink(keyword, number, other)
      // Artifact ids of the origin do not apply here.
      const artifact = other === null ? existing.artifacts.get(`${keyword} ${number}`) : undefined
      return artifact === undefined ? undefined : resolveLink(keyword, artifact, null)
    },
  }
}
