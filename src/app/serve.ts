import { sweepExports } from '../archives/commands/sweep-exports.ts'
import type { Config } from '../kit/config.ts'
import { sweepAnswers } from '../kit/http/idempotency.ts'
import { sweepNotifications } from '../notifications/commands/sweep-notifications.ts'
import { sweepFiles } from '../uploads/commands/sweep-files.ts'
import { assemble } from './assemble.ts'
import { firstStart } from './first-start.ts'
import { openWorld } from './open-world.ts'
import { slices } from './slices.ts'
import { startWorker } from './worker.ts'

/** What the operator is told once the server listens. */
export interface Started {
  readonly address: string
  /** Seen this once. */
  readonly generatedPassword: string | null
  readonly isPasswordGiven: boolean
}

/** Starts the server and keeps it until a signal asks it to stop; resolves once everything is closed. */
export async function serve(config: Config, tell: (started: Started) => void = greet): Promise<void> {
  const world = await openWorld(config)
  const { generatedPassword } = await firstStart(world)
  const app = await assemble(world)
  const address = await app.listen({ host: config.host, port: config.port })
  const sweeping = everyDay(
    () => Promise.all([sweepFiles(world), sweepExports(world), sweepAnswers(world), sweepNotifications(world)]),
    (problem) => world.log.error({ err: problem }, 'sweep failed'),
  )
  const worker = startWorker(
    world,
    slices.flatMap((slice) => slice.jobs),
  )
  const isPasswordGiven = config.adminPassword !== undefined
  tell({ address: config.publicUrl ?? address, generatedPassword, isPasswordGiven })

  await stopSignal()
  world.log.info('stopping: running requests are finished first')
  // A request that never ends must not keep the node from being replaced.
  setTimeout(() => process.exit(1), 30_000).unref()
  clearInterval(sweeping)
  await app.close()
  await worker.stop()
  await world.db.close()
}

function everyDay(work: () => Promise<unknown>, fail: (problem: unknown) => void): NodeJS.Timeout {
  const run = (): void => void work().catch(fail)
  setTimeout(run, 60_000).unref()
  return setInterval(run, 86_400_000).unref()
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

function greet({ address, generatedPassword, isPasswordGiven }: Started): void {
  const lines = [
    `Tulipwood is ready at ${address}`,
    `  API          ${address}/api/    described at ${address}/api/explorer/`,
    generatedPassword !== null
      ? `  Sign in      admin / ${generatedPassword}    (shown only this once; change it with: npx tulipwood user password admin)`
      : `  Sign in      admin${isPasswordGiven ? ', with the password of the first start' : ''}    (new password: npx tulipwood user password admin)`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
