import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { archiveDeletedArtifact } from '../../archives/commands/archive-deleted-artifact.ts'
import { expectArchive } from '../../archives/commands/expect-archive.ts'
import { ensureDatabaseId } from '../../database/changes/database-epoch.ts'
import { IdSetCache } from '../../database/changes/id-set-cache.ts'
import { readRevisions } from '../../database/changes/revisions.ts'
import { openDatabase } from '../../database/db/db.ts'
import { BodyCache } from '../../kit/caches/body-cache.ts'
import { RevisionCache } from '../../kit/caches/revision-cache.ts'
import { type Config, toDatabaseOptions } from '../../kit/system/config.ts'
import type { Tracing } from '../../kit/tracing/tracing.ts'
import { systemClock } from '../../kit/values/time.ts'
import { filterReadableCommits } from '../../subversion/reads/readable-commits.ts'
import { openStorage } from '../../subversion/storage/open-storage.ts'
import { builtInTemplates } from '../../trackers/templates/built-in-templates.ts'
import { assertFreeSpace } from '../../uploads/commands/assert-free-space.ts'
import { openDeletedItemsBucket } from '../../uploads/storage/open-deleted-items-bucket.ts'
import { openFiles } from '../../uploads/storage/open-files.ts'
import { openStaging } from '../../uploads/storage/open-staging.ts'
import type { Clock } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { slices } from '../slices/slices.ts'
import { createLogger } from './logger.ts'

/** Opens the database and all other dependencies and runs migrations. Callers must close it. */
export async function openWorld(
  config: Config,
  options: { readonly log?: Logger; readonly clock?: Clock; readonly tracing?: Tracing | null } = {},
): Promise<World> {
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o750 })
  const { tracing = null, clock = systemClock } = options
  const db = await openDatabase({ ...toDatabaseOptions(config), tracing, clock })
  try {
    await db.migrate()
    await ensureDatabaseId(db)
  } catch (problem) {
    // Open connections would keep the process alive.
    await db.close()
    throw problem
  }
  const cache = new RevisionCache(() => readRevisions(db.quickRead))
  await cache.refresh()
  // A request reads what it wrote.
  db.onWrite((invalidated) => cache.forget(invalidated))
  const log = options.log ?? createLogger(config.logLevel)
  const files = await openFiles(config, log)
  const deletedItemsBucket = await openDeletedItemsBucket(config, log)
  const world: World = {
    db,
    cache,
    bodyCache: new BodyCache(),
    idSets: new IdSetCache(db),
    clock,
    log,
    config,
    files,
    staging: await openStaging(config, { db, clock, log, files }),
    deletedItems: { archive: (artifact) => archiveDeletedArtifact({ ...world, deletedItemsBucket }, artifact) },
    projectArchives: {
      assertRoom: (bytes) => assertFreeSpace(world, bytes),
      expect: (tx, permit, archive) => expectArchive(tx, permit, world, archive),
    },
    repositories: await openStorage(config),
    commits: { readable: filterReadableCommits },
    accountFeatures: slices.flatMap((slice) => slice.accountFeatures ?? []),
    projectFeatures: slices.flatMap((slice) => slice.projectFeatures ?? []),
    templates: builtInTemplates,
    // Loaded only when a mail server is configured.
    mail: config.smtp === null ? null : (await import('../ports/mail.ts')).createSmtpMail(config.smtp, tracing),
    tracing,
  }
  return world
}
