import { DumpRefused } from '../../kit/ports.ts'
import type { World } from '../../kit/world.ts'
import type { Notes } from '../findings.ts'
import { ArchiveProblem } from '../problem.ts'
import type { ArchivedRepository } from '../reading/repositories.ts'
import type { ArchiveSource } from '../source.ts'

/** A repository on the disk that no row speaks of yet. */
export interface LoadedRepository {
  readonly archived: ArchivedRepository
  readonly folder: string
  readonly youngest: number
}

type Needed = Pick<World, 'repositories' | 'log'>

/**
 * Makes repositories of their dumps before the rows that speak of them; a dump that is damaged is a problem. Who does
 * not write the rows discards them; what a crash leaves is swept away (docs/decisions/0033-create-repositories-before-their-rows.md).
 */
export async function loadRepositories(
  world: Needed,
  archive: ArchiveSource,
  repositories: readonly ArchivedRepository[],
  notes: Notes,
): Promise<LoadedRepository[]> {
  const loaded: LoadedRepository[] = []
  try {
    for (const archived of repositories) {
      const made = await load(world, archive, archived, notes)
      if (made === undefined) continue
      loaded.push({ archived, ...made })
      const { ours, line, name, dump } = archived
      if (dump === null || ours === null || ours.youngest === made.youngest) continue
      const text = `The dump ${dump} of the repository ${name} has ${made.youngest} of its ${ours.youngest} revisions`
      notes.problem('repository', line, text)
    }
    return loaded
  } catch (problem) {
    await discardRepositories(world, loaded)
    throw problem
  }
}

async function load(
  { repositories }: Needed,
  archive: ArchiveSource,
  { dump, name, line }: ArchivedRepository,
  notes: Notes,
): Promise<{ readonly folder: string; readonly youngest: number } | undefined> {
  if (dump === null) return { ...(await repositories.create({ author: '', layout: [] })), youngest: 0 }
  try {
    return await repositories.loadFrom(await archive.read(dump))
  } catch (problem) {
    if (!(problem instanceof DumpRefused || problem instanceof ArchiveProblem)) throw problem
    notes.problem('repository', line, `The dump ${dump} of the repository ${name} cannot be loaded: ${problem.message}`)
    return undefined
  }
}

/** Nobody speaks of them, and nobody will. */
export async function discardRepositories(
  { repositories, log }: Needed,
  loaded: readonly LoadedRepository[],
): Promise<void> {
  for (const { folder } of loaded) {
    await repositories
      .remove(folder)
      .catch((problem: unknown) => log.warn({ err: problem }, 'a repository of a failed import stays until the sweep'))
  }
}
