import type { World } from '../../world/model/world.ts'
import { type ChangedPath, parseChangedPaths, parseCopiedPaths, toRootedPath } from '../model/commit.ts'

/** Changes of a commit, and all its paths including copy sources. */
export interface CommitChanges {
  readonly changes: readonly ChangedPath[]
  /** With a leading slash and no trailing one. */
  readonly allPaths: readonly string[]
}

export async function loadCommitChanges(
  { repositories }: Pick<World, 'repositories'>,
  directory: string,
  revision: number,
): Promise<CommitChanges> {
  const output = (await repositories.look(directory, ['changed', '--copy-info', '-r', `${revision}`])).toString()
  const changes = parseChangedPaths(output)
  return { changes, allPaths: [...changes.map(({ path }) => path), ...parseCopiedPaths(output)].map(toRootedPath) }
}
