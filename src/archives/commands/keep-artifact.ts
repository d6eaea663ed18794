import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findArtifact } from '../../artifacts/store/artifacts.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { ArchivedItem } from '../../kit/ports.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { bytesOf } from '../../uploads/reads/bytes-of.ts'
import { type ArtifactTold, artifactTold } from '../reads/artifact-told.ts'
import { timezoneOf } from '../timezone.ts'
import { pathOf, removedPathOf } from '../writing/artifact.ts'
import { zipSink } from '../zip-sink.ts'

type Needed = Pick<World, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log'>

/**
 * Writes an artifact that is to be deleted, with its history and its files, into the folder of deleted items
 * (docs/api/archive-format.md §4). A deletion that cannot be archived is refused: what was promised to be kept is not
 * lost.
 */
export async function keepArtifact(world: Needed, id: ArtifactId): Promise<ArchivedItem> {
  const settings = await settingsOf(world)
  const folder = settings.archive_deleted_items_path ?? join(world.config.dataFolder, 'deleted-items')
  const timezone = timezoneOf(settings, world.config)
  let path = folder
  let discard = async (): Promise<void> => {}
  try {
    await mkdir(folder, { recursive: true, mode: 0o750 })
    path = await reserve(folder, id, world.clock.now())
    discard = () => rm(path, { force: true })
    const version = await world.db.snapshot(async (db) => {
      const artifact = await findArtifact(db, id)
      if (artifact === undefined) throw new Refusal('absent')
      await write(world, path, await artifactTold(db, artifact, timezone))
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
 * Makes the file under a name of its own: of two who delete the same artifact at the same moment, the one who comes too
 * late takes away what he wrote himself, and the next second stands in its name.
 */
async function reserve(folder: string, id: ArtifactId, at: EpochSeconds): Promise<string> {
  for (let second = at; ; second += 1) {
    const path = join(folder, `deleted__artifact_${id}_${second}.zip`)
    try {
      await (await open(path, 'wx', 0o640)).close()
      return path
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem
    }
  }
}

async function write(world: Needed, path: string, { xml, ours, files }: ArtifactTold): Promise<void> {
  const sink = await zipSink(path, true)
  try {
    await sink.add('artifact.xml', xml)
    await sink.add('tulipwood.xml', ours)
    for (const { id, blob, isAttached } of files) {
      const content = blob === null ? undefined : await bytesOf(world.files, blob)
      if (content === undefined)
        world.log.warn({ file: id }, 'the bytes of a file are gone: the archive is without them')
      else await sink.add(isAttached ? pathOf(id) : removedPathOf(id), content)
    }
    await sink.finish()
  } catch (problem) {
    await sink.abandon()
    throw problem
  }
}
