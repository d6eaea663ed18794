import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findArtifact } from '../../artifacts/store/artifacts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { getSettings } from '../../site/store/settings.ts'
import { readStoredBytes } from '../../uploads/reads/read-stored-bytes.ts'
import type { DeletedItemsBucket } from '../../uploads/storage/deleted-items-bucket.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { ArchivedItem } from '../../world/model/ports.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ArchiveSink } from '../container/sink.ts'
import { createStreamSink } from '../container/stream-sink.ts'
import { createZipSink } from '../container/zip-sink.ts'
import { getImportTimezone } from '../plan/import-timezone.ts'
import { loadAutomaticSums } from '../reads/automatic-sums.ts'
import { type SerializedArtifact, serializeArtifact } from '../reads/serialize-artifact.ts'
import { buildAttachmentPath, buildRemovedAttachmentPath } from '../serialize/artifact.ts'

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log'> & {
  /** undefined: no object storage is configured. */
  readonly deletedItemsBucket: DeletedItemsBucket | undefined
}

/** Where the archive of an artifact is written. */
interface ArchiveTarget {
  /** For the log. */
  readonly path: string
  createSink(): Promise<ArchiveSink>
  remove(): Promise<void>
}

/**
 * Archives an artifact with history and files before it is deleted (docs/api/archive-format.md §4): in the configured
 * directory, else in the bucket of the files, else in the data directory. Throws if that fails, so that the artifact is
 * not deleted without an archive.
 */
export async function archiveDeletedArtifact(world: Deps, id: ArtifactId): Promise<ArchivedItem> {
  const settings = await getSettings(withReads(world))
  const { archive_deleted_items_path: configured } = settings
  const timezone = getImportTimezone(settings, world.config)
  let target: ArchiveTarget | undefined
  const discard = async (): Promise<void> => {
    await target?.remove().catch((problem: unknown) => {
      world.log.warn({ err: problem, path: target?.path }, 'the archive of an artifact that was kept remains')
    })
  }
  try {
    const { deletedItemsBucket: bucket } = world
    const created =
      configured === null && bucket !== undefined
        ? createObjectTarget(bucket, id, world.clock.now())
        : await createFileTarget(configured ?? (await ensureOwnDirectory(world.config)), id, world.clock.now())
    target = created
    const before = await findArtifact(withReads(world).db.read, id)
    if (before === undefined) throw new Refusal('absent')
    const sums = await loadAutomaticSums(withReads(world), before)
    await withReads(world).db.snapshot(async (db) => {
      const artifact = await findArtifact(db, id)
      if (artifact === undefined) throw new Refusal('absent')
      await writeArchive(world, await created.createSink(), await serializeArtifact(db, artifact, { timezone, sums }))
    })
    // The version of the sums: if the artifact changed before the snapshot, the deletion is tried again.
    return { version: before.version, discard }
  } catch (problem) {
    await discard()
    if (problem instanceof Refusal) throw problem
    world.log.error(
      { err: problem, artifact: id, path: target?.path ?? configured },
      configured === null
        ? 'a deleted artifact could not be archived, so it is kept'
        : 'a deleted artifact could not be archived, so it is kept: check the setting archive_deleted_items_path',
    )
    throw new Refusal(
      'unavailable',
      configured === null
        ? 'The artifact could not be archived, so it was not deleted.'
        : 'The artifact could not be archived, so it was not deleted. A site administrator must check the setting archive_deleted_items_path.',
    )
  }
}

async function ensureOwnDirectory({ dataDirectory }: CommandWorld['config']): Promise<string> {
  const directory = join(dataDirectory, 'deleted-items')
  await mkdir(directory, { recursive: true, mode: 0o750 })
  return directory
}

/** The directory must exist: one that is missing may be mistyped, or on a volume that is not mounted. */
async function createFileTarget(directory: string, id: ArtifactId, at: EpochSeconds): Promise<ArchiveTarget> {
  const path = await reserveFile(directory, id, at)
  return { path, createSink: () => createZipSink(path, true), remove: () => rm(path, { force: true }) }
}

/** Names of objects cannot be reserved: a random part separates concurrent deletions. */
function createObjectTarget(bucket: DeletedItemsBucket, id: ArtifactId, at: EpochSeconds): ArchiveTarget {
  const path = `deleted__artifact_${id}_${at}_${randomBytes(4).toString('hex')}.zip`
  return {
    path,
    createSink: async () => createStreamSink((content) => bucket.put(path, content)),
    remove: () => bucket.remove(path),
  }
}

/**
 * Creates the file exclusively under a new name: of two concurrent deletions, the later one removes only its own file,
 * and uses the next second as its name.
 */
async function reserveFile(directory: string, id: ArtifactId, at: EpochSeconds): Promise<string> {
  for (let second = at; ; second += 1) {
    const path = join(directory, `deleted__artifact_${id}_${second}.zip`)
    try {
      await (await open(path, 'wx', 0o640)).close()
      return path
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem
    }
  }
}

async function writeArchive(
  world: Pick<CommandWorld, 'files' | 'log'>,
  sink: ArchiveSink,
  { xml, tulipwood, files }: SerializedArtifact,
): Promise<void> {
  try {
    await sink.add('artifact.xml', xml)
    await sink.add('tulipwood.xml', tulipwood)
    for (const { id, blob, isAttached } of files) {
      const content = blob === null ? undefined : await readStoredBytes(world.files, blob)
      if (content === undefined) world.log.warn({ file: id }, 'a file is missing from the store and not in the archive')
      else await sink.add(isAttached ? buildAttachmentPath(id) : buildRemovedAttachmentPath(id), content)
    }
    await sink.finish()
  } catch (problem) {
    await sink.abandon()
    throw problem
  }
}
