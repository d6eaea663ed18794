import { setTimeout as sleep } from 'node:timers/promises'
import { projectArchives } from '../../archives/commands/project-archives.ts'
import { sweepExports } from '../../archives/commands/sweep-exports.ts'
import { sweepImports } from '../../archives/commands/sweep-imports.ts'
import { defaultTimeouts } from '../../http/responses/timeouts.ts'
import { sweepAnswers } from '../../http/server/idempotency.ts'
import type { Config } from '../../kit/system/config.ts'
import { openTracing } from '../../kit/tracing/open-tracing.ts'
import { reportNode, withdrawNode } from '../../monitoring/commands/report-node.ts'
import { nodeReportSeconds } from '../../monitoring/model/node.ts'
import { sweepNotifications } from '../../notifications/commands/sweep-notifications.ts'
import { sweepOAuth2 } from '../../oauth2/commands/sweep-oauth2.ts'
import { offerSetup } from '../../sign-in/commands/offer-setup.ts'
import { sweepSessions } from '../../sign-in/commands/sweep-sessions.ts'
import { getSettings } from '../../site/store/settings.ts'
import { purgeRepositories } from '../../subversion/commands/purge-repositories.ts'
import { recoverMissedCommits } from '../../subversion/commands/recover-missed-commits.ts'
import { sweepRepositories } from '../../subversion/commands/sweep-repositories.ts'
import { getOwnership } from '../../subversion/owner/ownership.ts'
import { startServing } from '../../subversion/owner/start-serving.ts'
import { serveOnlyWithHooks } from '../../subversion/storage/open-storage.ts'
import { trackerFiles } from '../../uploads/commands/finish-tracker-file.ts'
import { sweepFiles } from '../../uploads/commands/sweep-files.ts'
import { sweepUploads } from '../../uploads/commands/sweep-uploads.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { runScheduledBackup } from '../backup/run-scheduled-backup.ts'
import { scheduleBackups } from '../backup/schedule-backups.ts'
import { createDrain } from '../operations/drain.ts'
import { slices } from '../slices/slices.ts'
import { startWorker } from '../worker/worker.ts'
import { createApp } from './assemble.ts'
import { findCommandName } from './command-name.ts'
import { prepareFirstStart } from './first-start.ts'
import { createLogger } from './logger.ts'
import { openWorld } from './open-world.ts'

/** URLs that are printed once the server listens. */
export interface StartedServer {
  readonly url: string
  /** URL of the setup page with its one-time code; null: already set up. */
  readonly setupUrl: string | null
}

/** Runs the server until a stop signal; resolves once everything is closed. */
export async function serve(
  config: Config,
  onStart: (started: StartedServer) => void = printStartMessage,
): Promise<void> {
  // Only on Linux can the account of repositories access them without access to the data directory
  // (src/subversion/programs/account.ts).
  if (process.getuid?.() === 0) process.umask(0o027)
  const log = createLogger(config.logLevel)
  const tracing = await openTracing(process.env, log)
  const world = await openWorld(config, { log, tracing })
  await prepareFirstStart(world, { isLeftToSetup: true })
  const setupCode = await offerSetup(world)
  await serveOnlyWithHooks(world)
  const drain = createDrain()
  const app = await createApp(world, defaultTimeouts, drain)
  const address = await app.listen({ host: config.host, port: config.port })
  await startServing(world)
  const fail = (problem: unknown): void => world.log.error({ err: problem }, 'sweep failed')
  const sweeping = [
    every(
      86_400,
      world,
      (begun) =>
        Promise.all([
          sweepFiles(begun),
          sweepExports(begun),
          sweepImports(begun),
          sweepAnswers(begun),
          sweepNotifications(begun),
          purgeRepositories(begun),
          sweepRepositories(begun),
        ]),
      fail,
    ),
    every(3600, world, sweepOAuth2, fail),
    every(3600, world, (begun) => sweepUploads(begun, [trackerFiles, projectArchives]), fail),
    every(3600, world, sweepSessions, fail),
    every(nodeReportSeconds, world, reportNode, fail),
  ]
  void recoverMissedCommits(world).catch(fail)
  void reportNode(world).catch(fail)
  await scheduleBackups(world)
  const worker = startWorker(world, [
    ...slices.flatMap((slice) => slice.jobs),
    ...(config.backups === null ? [] : [runScheduledBackup]),
  ])
  const publicUrl = (await getSettings(world)).public_url ?? config.publicUrl ?? address
  onStart({ url: publicUrl, setupUrl: setupCode === null ? null : `${publicUrl}/setup?code=${setupCode}` })

  await receiveStopSignal()
  drain.start()
  // Without others that take over, this node serves repositories until it closes.
  if (getOwnership(world).isCompeting) void getOwnership(world).handOver().catch(fail)
  if (config.shutdownDelaySeconds > 0) {
    world.log.info(`not ready: the listener closes in ${config.shutdownDelaySeconds} s, or at the next signal`)
    // The timer alone does not keep the process alive after a second signal.
    const delay = sleep(config.shutdownDelaySeconds * 1000, undefined, { ref: false })
    await Promise.race([delay, receiveStopSignal()])
  }
  world.log.info('stopping after running requests have finished')
  // A request that never ends must not block the replacement of the node.
  setTimeout(() => process.exit(1), 30_000).unref()
  for (const each of sweeping) clearInterval(each)
  const [areJobsDone] = await Promise.all([worker.stop(), app.close(), withdrawNode(world).catch(fail)])
  // Open connections of interrupted jobs, such as to a mail server or the database, would keep the process alive.
  if (!areJobsDone) setTimeout(() => process.exit(0), closeMs)
  await world.db.close()
  await tracing?.close()
  if (!areJobsDone) process.exit(0)
}

/** Time limit for closing the database while a job is interrupted. */
const closeMs = 500

/** Runs work once a minute after the start, then at each interval. */
function every(
  seconds: number,
  idle: IdleWorld,
  work: (world: World) => Promise<unknown>,
  fail: (problem: unknown) => void,
): NodeJS.Timeout {
  const run = (): void => void beginWork(idle).then(work).catch(fail)
  setTimeout(run, 60_000).unref()
  return setInterval(run, seconds * 1000).unref()
}

function receiveStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

function printStartMessage({ url, setupUrl }: StartedServer): void {
  const lines = [
    `Tulipwood is ready at ${url}`,
    `  API          ${url}/api/    described at ${url}/api/explorer/`,
    setupUrl === null
      ? `  Sign in      ${url}/login    (set a password: ${findCommandName(process.env)} user password LOGIN)`
      : `  Set it up    ${setupUrl}    (one-time link)`,
  ]
  // A closed pipe, as in `npm start | head -1`, must not stop the server.
  process.stdout.on('error', () => undefined)
  process.stdout.write(`${lines.join('\n')}\n`)
}
