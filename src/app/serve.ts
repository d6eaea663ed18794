import { projectArchives } from '../archives/commands/project-archives.ts'
import { sweepExports } from '../archives/commands/sweep-exports.ts'
import { sweepImports } from '../archives/commands/sweep-imports.ts'
import type { Config } from '../kit/config.ts'
import { sweepAnswers } from '../kit/http/idempotency.ts'
import { sweepNotifications } from '../notifications/commands/sweep-notifications.ts'
import { offerSetup } from '../platform/commands/offer-setup.ts'
import { sweepOAuth2 } from '../platform/commands/sweep-oauth2.ts'
import { sweepSessions } from '../platform/commands/sweep-sessions.ts'
import { settingsOf } from '../platform/store/settings.ts'
import { findLostCommits } from '../subversion/commands/find-lost-commits.ts'
import { purgeRepositories } from '../subversion/commands/purge-repositories.ts'
import { sweepRepositories } from '../subversion/commands/sweep-repositories.ts'
import { serveOnlyWithHooks } from '../subversion/open-storage.ts'
import { startServing } from '../subversion/start-serving.ts'
import { trackerFiles } from '../uploads/commands/finish-tracker-file.ts'
import { sweepFiles } from '../uploads/commands/sweep-files.ts'
import { sweepUploads } from '../uploads/commands/sweep-uploads.ts'
import { assemble } from './assemble.ts'
import { firstStart } from './first-start.ts'
import { openWorld } from './open-world.ts'
import { slices } from './slices.ts'
import { startWorker } from './worker.ts'

/** What the operator is told once the server listens. */
export interface Started {
  readonly address: string
  /** Where the server is set up, with a code that is seen this once; null: it has been set up. */
  readonly setupAddress: string | null
}

/** Starts the server and keeps it until a signal asks it to stop; resolves once everything is closed. */
export async function serve(config: Config, tell: (started: Started) => void = greet): Promise<void> {
  // Only Linux lets the account of repositories reach them without passing the data folder (src/subversion/account.ts).
  if (process.getuid?.() === 0) process.umask(0o027)
  const world = await openWorld(config)
  await firstStart(world, { isLeftToSetup: true })
  const setupCode = await offerSetup(world)
  await serveOnlyWithHooks(world)
  const app = await assemble(world)
  const address = await app.listen({ host: config.host, port: config.port })
  await startServing(world)
  const fail = (problem: unknown): void => world.log.error({ err: problem }, 'sweep failed')
  const sweeping = [
    every(
      86_400,
      () =>
        Promise.all([
          sweepFiles(world),
          sweepExports(world),
          sweepImports(world),
          sweepAnswers(world),
          sweepNotifications(world),
          purgeRepositories(world),
          sweepRepositories(world),
        ]),
      fail,
    ),
    every(3600, () => sweepOAuth2(world), fail),
    every(3600, () => sweepUploads(world, [trackerFiles, projectArchives]), fail),
    every(3600, () => sweepSessions(world), fail),
  ]
  void findLostCommits(world).catch(fail)
  const worker = startWorker(
    world,
    slices.flatMap((slice) => slice.jobs),
  )
  const reached = (await settingsOf(world)).public_url ?? config.publicUrl ?? address
  tell({ address: reached, setupAddress: setupCode === null ? null : `${reached}/setup?code=${setupCode}` })

  await stopSignal()
  world.log.info('stopping: running requests are finished first')
  // A request that never ends must not keep the node from being replaced.
  setTimeout(() => process.exit(1), 30_000).unref()
  for (const each of sweeping) clearInterval(each)
  const [areJobsDone] = await Promise.all([worker.stop(), app.close()])
  // What an interrupted job waits for, such as a mail server, would keep the process alive, and so may the database.
  if (!areJobsDone) setTimeout(() => process.exit(0), closeMs)
  await world.db.close()
  if (!areJobsDone) process.exit(0)
}

/** How long the database may take to close under an interrupted job. */
const closeMs = 500

/** The first time when the server has settled. */
function every(seconds: number, work: () => Promise<unknown>, fail: (problem: unknown) => void): NodeJS.Timeout {
  const run = (): void => void work().catch(fail)
  setTimeout(run, 60_000).unref()
  return setInterval(run, seconds * 1000).unref()
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

function greet({ address, setupAddress }: Started): void {
  const lines = [
    `Tulipwood is ready at ${address}`,
    `  API          ${address}/api/    described at ${address}/api/explorer/`,
    setupAddress === null
      ? `  Sign in      ${address}/login    (new password for somebody: npx tulipwood user password NAME)`
      : `  Set it up    ${setupAddress}    (once; this code is yours alone)`,
  ]
  // With `npm start | head -1` nothing reads this any more: that must not end the server.
  process.stdout.on('error', () => undefined)
  process.stdout.write(`${lines.join('\n')}\n`)
}
