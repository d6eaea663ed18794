import { loadKeywords } from '../../artifacts/reads/keywords.ts'
import type { ResolveLink } from '../../fields/references.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { World } from '../../kit/world.ts'
import { loginKey, type User } from '../../platform/model/user.ts'
import { loadUsers, usersByLogins } from '../../platform/store/users.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Committed } from '../model/committed.ts'
import type { Authors } from '../representations/committed.ts'
import type { CommitGround } from '../representations/seen-commit.ts'
import { type ImportedCommit, importedCommits } from '../store/imported-commits.ts'

/** Who made these commits, as far as they have an account here; logins of where a commit came from are not those of here. */
export async function authorsOf(
  { db }: Pick<World, 'db'>,
  id: RepositoryId,
  commits: readonly Committed[],
  known?: ReadonlyMap<number, ImportedCommit>,
): Promise<Authors> {
  const imported = known ?? (await importedCommits(db.read, id, revisionsOf(commits)))
  const own = commits.filter(({ revision }) => !imported.has(revision))
  const [byLogin, byId] = await Promise.all([
    usersByLogins(db.read, [...new Set(own.flatMap(({ author }) => author ?? []))]),
    loadUsers(db.read, [...new Set([...imported.values()].flatMap(({ userId }) => userId ?? []))]),
  ])
  const authorOf = ({ revision, author }: Committed): User | undefined => {
    const there = imported.get(revision)
    if (there !== undefined) return there.userId === null ? undefined : byId.get(there.userId)
    return author === null ? undefined : byLogin.get(loginKey(author))
  }
  return new Map(
    commits.flatMap((commit) => {
      const user = authorOf(commit)
      return user === undefined ? [] : [[commit.revision, user] as const]
    }),
  )
}

const revisionsOf = (commits: readonly Committed[]): number[] => commits.map(({ revision }) => revision)

/** What these commits of one repository need to be shown. */
export async function commitGround(
  world: Pick<World, 'db' | 'cache'>,
  viewer: Viewer,
  { id, project }: { readonly id: RepositoryId; readonly project: Project },
  commits: readonly Committed[],
): Promise<CommitGround> {
  const imported = await importedCommits(world.db.read, id, revisionsOf(commits))
  const [authors, keywords] = await Promise.all([authorsOf(world, id, commits, imported), loadKeywords(world)])
  const linkTo = (keyword: string, number: number): ReturnType<ResolveLink> => ({
    url: `${viewer.origin}/goto?key=${keyword}&val=${number}&group_id=${project.id}`,
    title: `${keyword} #${number}`,
  })
  return {
    authors,
    viewer,
    linkOfIn: (revision) => (keyword, number) => {
      if (!keywords.has(keyword)) return undefined
      const there = imported.get(revision)
      if (there === undefined) return linkTo(keyword, number)
      // The number of another place means another artifact here, or none.
      const artifact = there.artifacts.get(`${keyword} ${number}`)
      return artifact === undefined ? undefined : linkTo(keyword, artifact)
    },
  }
}
