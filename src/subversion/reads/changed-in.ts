import type { World } from '../../kit/world.ts'
import { type ChangedPath, changedPathsIn, copiedPathsIn, rootedPath } from '../model/commit.ts'

/** What a commit changed, and every path that it speaks of: those, and what it copied. */
export interface Changed {
  readonly changes: readonly ChangedPath[]
  /** A slash in front, none at the end. */
  readonly all: readonly string[]
}

export async function changedIn(
  { repositories }: Pick<World, 'repositories'>,
  folder: string,
  revision: number,
): Promise<Changed> {
  const output = (await repositories.look(folder, ['changed', '--copy-info', '-r', `${revision}`])).toString()
  const changes = changedPathsIn(output)
  return { changes, all: [...changes.map(({ path }) => path), ...copiedPathsIn(output)].map(rootedPath) }
}
