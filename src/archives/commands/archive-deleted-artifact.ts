import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findArtifact } from '../../artifacts/store/artifacts.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { ArchivedItem } from '../../kit/ports.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { getSettings } from '../../site/store/settings.ts'
import { readStoredBytes } from '../../uploads/reads/read-stored-bytes.ts'
import { getImportTimezone } from '../import-timezone.ts'
import { type SerializedArtifact, serializeArtifact } from '../reads/serialize-artifact.ts'
import { buildAttachmentPath, buildRemovedAttachmentPath } from '../serialize/artifact.ts'
import { createZipSink } from '../zip-sink.ts'

type Deps = Pick<World, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log'>

/**
 * Archives an artifact with history and files in the directory of deleted items before it is deleted
 * (docs/api/archive-format.md §4). Throws if that fails, so that the artifact is not deleted without an archive.
 */
export async function archiveDeletedArtifact(world: Deps, id: ArtifactId): Promise<ArchivedItem> {
  const settings = await getSettings(world)
  const directory = settings.archive_deleted_items_path ?? join(world.config.dataDirectory, 'deleted-items')
  const timezone = getImportTimezone(settings, world.config)
  let path = directory
  let discard = async (): Promise<void> => {}
  try {
    await mkdir(directory, { recursive: true, mode: 0o750 })
    path = await reserveFile(directory, id, world.clock.now())
    discard = () => rm(path, { force: true })
    const version = await world.db.snapshot(async (db) => {
      const artifact = await findArtifact(db, id)
      if (artifact === undefined) throw new Refusal('absent')
      await writeArchive(world, path, await serializeArtifact(db, artifact, timezone))
      return artifact.version
    })
    return { version, discard }
  } catch (problem) {
    await discard()
    if (problem instanceof Refusal) throw problem
    world.log.error({ err: problem, artifact: id, path }, 'a deleted artifact could not be archived, so it is kept')
    throw new Refusal('unavailable', 'The artifact could not be archived, so it was not deleted.')
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
  world: Deps,
  path: string,
  { xml, ours: tulipwood, files }: SerializedArtifact,
): Promise<void> {
  const sink = await createZipSink(path, true)
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
