import { keywordsOf } from '../../artifacts/reads/keywords.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { World } from '../../kit/world.ts'
import { usersByLogins } from '../../platform/store/users.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Committed } from '../model/committed.ts'
import type { Authors } from '../representations/committed.ts'
import type { CommitGround } from '../representations/seen-commit.ts'

/** Who made these commits, as far as they have an account here. */
export function authorsOf({ db }: Pick<World, 'db'>, commits: readonly Committed[]): Promise<Authors> {
  const logins = commits.flatMap(({ author }) => author ?? [])
  return usersByLogins(db.read, [...new Set(logins)])
}

/** What these commits need to be shown. */
export async function commitGround(
  world: Pick<World, 'db' | 'memory'>,
  viewer: Viewer,
  project: Project,
  commits: readonly Committed[],
): Promise<CommitGround> {
  const [authors, keywords] = await Promise.all([authorsOf(world, commits), keywordsOf(world)])
  return {
    authors,
    viewer,
    linkOf: (keyword, number) =>
      keywords.has(keyword)
        ? {
            url: `${viewer.origin}/goto?key=${keyword}&val=${number}&group_id=${project.id}`,
            title: `${keyword} #${number}`,
          }
        : undefined,
  }
}
