import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { keepArtifact } from '../archives/commands/keep-artifact.ts'
import { Bodies } from '../kit/bodies.ts'
import type { Config } from '../kit/config.ts'
import { openDatabase } from '../kit/db/db.ts'
import { readRevisions } from '../kit/db/revisions.ts'
import { jobQueue } from '../kit/jobs.ts'
import { Memory } from '../kit/memory.ts'
import type { Clock } from '../kit/ports.ts'
import { epochSeconds } from '../kit/time.ts'
import type { World } from '../kit/world.ts'
import { builtInTemplates } from '../trackers/templates/built-in.ts'
import { folderFiles } from '../uploads/folder-files.ts'
import { logger } from './logger.ts'
import { slices } from './slices.ts'

export const systemClock: Clock = { now: () => epochSeconds(new Date()) }

/** Opens everything work may touch and brings the tables up to date; `close` it at the end. */
export async function openWorld(
  config: Config,
  options: { readonly log?: Logger; readonly clock?: Clock } = {},
): Promise<World> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o750 })
  const db = await openDatabase(
    config.databaseUrl === undefined ? { folder: config.dataFolder } : { url: config.databaseUrl },
  )
  await db.migrate()
  const clock = options.clock ?? systemClock
  const memory = new Memory(() => readRevisions(db.glance))
  await memory.refresh()
  const world: World = {
    db,
    memory,
    bodies: new Bodies(),
    clock,
    log: options.log ?? logger(config.logLevel),
    config,
    jobs: jobQueue(clock),
    files: folderFiles(join(config.dataFolder, 'files')),
    deletedItems: { keep: (artifact) => keepArtifact(world, artifact) },
    offers: slices.flatMap((slice) => slice.offers ?? []),
    templates: builtInTemplates,
    // Who sends no mail does not wait for what sends it.
    mail: config.smtp === null ? null : (await import('../kit/mail.ts')).smtpMail(config.smtp),
  }
  return world
}
