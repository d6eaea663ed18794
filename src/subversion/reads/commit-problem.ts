import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { type ChangedPath, changedPathsIn, isDirectory } from '../model/commit.ts'
import { referencesIn } from '../model/commit-references.ts'
import { messageProblem, missingReference, type SizedFile, sizeProblem } from '../model/commit-rules.ts'
import { immutableProblem } from '../model/immutable-tags.ts'
import type { Repository } from '../model/repository.ts'
import { sizedFileIn } from '../model/transaction-files.ts'
import { resolvedReferences } from './resolved-references.ts'

type Needed = Pick<World, 'db' | 'cache' | 'repositories'>

/** Why a commit is refused, by the first of the rules of docs/api/subversion.md §2.1; null: it may be made. */
export async function commitProblem(
  world: Needed,
  repository: Repository,
  folder: string,
  transaction: string,
): Promise<string | null> {
  const { svn_max_file_mib: limit } = await settingsOf(world)
  const { paths } = repository.immutableTags
  const look = async (command: string): Promise<string> =>
    (await world.repositories.look(folder, [command, '-t', transaction])).toString()
  const [message, changed] = await Promise.all([look('log'), limit === 0 && paths.length === 0 ? '' : look('changed')])
  const changes = changedPathsIn(changed)
  return (
    // `svnlook` puts an end to the last line.
    (await messageRefusal(world, repository, message.replace(/\n$/, ''))) ??
    immutableProblem(changes, repository.immutableTags) ??
    (limit === 0 ? null : sizeProblem(await sizesOf(world, folder, transaction, changes), limit))
  )
}

/** The rules of messages, also of one that is written anew. */
export async function messageRefusal(
  world: Pick<World, 'db' | 'cache'>,
  repository: Repository,
  message: string,
): Promise<string | null> {
  const problem = messageProblem(message, await settingsOf(world))
  if (problem !== null || !repository.commitRules.isReferenceMandatory) return problem
  const leading = await resolvedReferences(world.db.read, repository, referencesIn(message))
  return leading.length > 0 ? null : missingReference
}

const atOnce = 8

/** Sizes of the files that a commit brings or changes. */
async function sizesOf(
  world: Needed,
  folder: string,
  transaction: string,
  changes: readonly ChangedPath[],
): Promise<SizedFile[]> {
  const files = changes.filter((change) => change.action !== 'D' && !isDirectory(change))
  if (files.length === 0) return []
  const told = await toldSizes(world.repositories.path(folder), transaction)
  const sizes: SizedFile[] = []
  const left = files.values()
  // Whatever the transaction does not tell is asked for, a few at once.
  const ask = async (): Promise<void> => {
    for (const { path } of left) {
      const size =
        told.get(path) ?? Number(await world.repositories.look(folder, ['filesize', '-t', transaction, path]))
      sizes.push({ path, size })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return sizes
}

async function toldSizes(repository: string, transaction: string): Promise<Map<string, number>> {
  // Its name is part of a path.
  if (!/^[0-9a-z-]+$/.test(transaction)) return new Map()
  const place = join(repository, 'db', 'transactions', `${transaction}.txn`)
  const nodes = (await readdir(place).catch(() => [])).filter((name) => /^node\.[^.]+\.[^.]+$/.test(name))
  const told = new Map<string, number>()
  for (let start = 0; start < nodes.length; start += 100) {
    const texts = nodes.slice(start, start + 100).map((name) => readFile(join(place, name), 'utf8').catch(() => ''))
    for (const file of (await Promise.all(texts)).map(sizedFileIn))
      if (file !== undefined) told.set(file.path, file.size)
  }
  return told
}
