import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadKnownReferences } from '../../artifacts/reads/known-references.ts'
import type { Reader } from '../../database/db/db.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { type ChangedPath, isDirectory, parseChangedPaths } from '../model/commit.ts'
import { parseReferences } from '../model/commit-references.ts'
import { missingReferenceMessage, type SizedFile, validateFileSizes, validateMessage } from '../model/commit-rules.ts'
import { validateImmutableTags } from '../model/immutable-tags.ts'
import type { Repository } from '../model/repository.ts'
import { parseTransactionFile } from '../model/transaction-files.ts'
import { maxReferences, resolveReferences } from './resolve-references.ts'

type Deps = Pick<World, 'db' | 'cache' | 'repositories'>

/** Returns the error of the first violated rule of docs/api/subversion.md §2.1; null: the commit is allowed. */
export async function checkCommit(
  world: Deps,
  repository: Repository,
  directory: string,
  transaction: string,
): Promise<string | null> {
  const { svn_max_file_mib: limit } = await getSettings(world)
  const { paths } = repository.immutableTags
  const look = async (command: string): Promise<string> =>
    (await world.repositories.look(directory, [command, '-t', transaction])).toString()
  const [message, changed] = await Promise.all([look('log'), limit === 0 && paths.length === 0 ? '' : look('changed')])
  const changes = parseChangedPaths(changed)
  return (
    // `svnlook` adds a line break at the end.
    (await checkMessage(world, repository, message.replace(/\n$/, ''))) ??
    validateImmutableTags(changes, repository.immutableTags) ??
    (limit === 0 ? null : validateFileSizes(await loadFileSizes(world, directory, transaction, changes), limit))
  )
}

/** Checks the message rules, also for changes of existing messages. */
export async function checkMessage(
  world: Pick<World, 'db' | 'cache'>,
  repository: Repository,
  message: string,
): Promise<string | null> {
  const problem = validateMessage(message, await getSettings(world))
  if (problem !== null || !repository.commitRules.isReferenceMandatory) return problem
  return (await hasKnownReference(world.db.read, repository, message)) ? null : missingReferenceMessage
}

/**
 * Returns whether a message has a reference that the project knows, whether or not its target exists, or one that leads
 * to an existing artifact by the short name of a tracker of another project.
 */
async function hasKnownReference(db: Reader, repository: Repository, message: string): Promise<boolean> {
  const references = parseReferences(message).slice(0, maxReferences)
  const findProjectOf = await loadKnownReferences(db, repository.projectId, references, () => true)
  if (references.some((reference) => findProjectOf(reference) !== undefined)) return true
  return (await resolveReferences(db, repository, references)).length > 0
}

const maxConcurrent = 8

/** Returns the sizes of added and changed files. */
async function loadFileSizes(
  world: Deps,
  directory: string,
  transaction: string,
  changes: readonly ChangedPath[],
): Promise<SizedFile[]> {
  const files = changes.filter((change) => change.action !== 'D' && !isDirectory(change))
  if (files.length === 0) return []
  const notified = await readTransactionSizes(world.repositories.path(directory), transaction)
  const sizes: SizedFile[] = []
  const left = files.values()
  // Queries the remaining sizes, a few at a time.
  const ask = async (): Promise<void> => {
    for (const { path } of left) {
      const size =
        notified.get(path) ?? Number(await world.repositories.look(directory, ['filesize', '-t', transaction, path]))
      sizes.push({ path, size })
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, ask))
  return sizes
}

async function readTransactionSizes(repository: string, transaction: string): Promise<Map<string, number>> {
  // The name becomes part of a path.
  if (!/^[0-9a-z-]+$/.test(transaction)) return new Map()
  const place = join(repository, 'db', 'transactions', `${transaction}.txn`)
  const nodes = (await readdir(place).catch(() => [])).filter((name) => /^node\.[^.]+\.[^.]+$/.test(name))
  const notified = new Map<string, number>()
  for (const batch of splitIntoBatches(nodes, 100)) {
    const texts = batch.map((name) => readFile(join(place, name), 'utf8').catch(() => ''))
    for (const file of (await Promise.all(texts)).map(parseTransactionFile))
      if (file !== undefined) notified.set(file.path, file.size)
  }
  return notified
}
