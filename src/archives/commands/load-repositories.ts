import { message } from '../../kit/messages/message.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { DumpRefused } from '../../world/model/ports.ts'
import { ArchiveError } from '../container/archive-error.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ArchivedRepository } from '../parse/repositories.ts'

/** A repository on disk without a row yet. */
export interface LoadedRepository {
  readonly archived: ArchivedRepository
  readonly directory: string
  readonly youngest: number
}

type Deps = Pick<CommandWorld, 'repositories' | 'log'>

/**
 * Loads dumps into repositories before their rows exist; a damaged dump is a problem. Callers that do not write the
 * rows must discard them; repositories left by a crash are swept
 * (docs/decisions/0033-create-repositories-before-their-rows.md).
 */
export async function loadRepositories(
  world: Deps,
  archive: ArchiveSource,
  repositories: readonly ArchivedRepository[],
  notes: FindingReporter,
): Promise<LoadedRepository[]> {
  const loaded: LoadedRepository[] = []
  try {
    for (const archived of repositories) {
      const loadedDump = await loadDump(world, archive, archived, notes)
      if (loadedDump === undefined) continue
      loaded.push({ archived, ...loadedDump })
      const { tulipwood, line, name, dump } = archived
      if (dump === null || tulipwood === null || tulipwood.youngest === loadedDump.youngest) continue
      const text = message`The dump ${dump} of the repository ${name} has ${loadedDump.youngest} of its ${tulipwood.youngest} revisions`
      notes.problem('repository', line, text)
    }
    return loaded
  } catch (problem) {
    await discardRepositories(world, loaded)
    throw problem
  }
}

async function loadDump(
  { repositories }: Deps,
  archive: ArchiveSource,
  { dump, name, line }: ArchivedRepository,
  notes: FindingReporter,
): Promise<{ readonly directory: string; readonly youngest: number } | undefined> {
  if (dump === null) return { ...(await repositories.create({ author: '', layout: [] })), youngest: 0 }
  try {
    return await repositories.loadFrom(await archive.read(dump))
  } catch (problem) {
    if (!(problem instanceof DumpRefused || problem instanceof ArchiveError)) throw problem
    notes.problem(
      'repository',
      line,
      message`The dump ${dump} of the repository ${name} cannot be loaded: ${problem.message}`,
    )
    return undefined
  }
}

/** Discards repositories that will get no rows. */
export async function discardRepositories(
  { repositories, log }: Deps,
  loaded: readonly LoadedRepository[],
): Promise<void> {
  for (const { directory } of loaded) {
    await repositories
      .remove(directory)
      .catch((problem: unknown) =>
        log.warn({ err: problem }, 'could not remove a repository of a failed import; the sweep will'),
      )
  }
}
