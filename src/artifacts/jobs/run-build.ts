import { post } from '../../kit/outgoing.ts'
import type { JobHandler } from '../../kit/slice.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { type BuildOrder, buildKind, formatBuildParameters, isOverdue } from '../model/build-order.ts'

const timeoutMs = 10_000

/**
 * Calls a build server (docs/api/trackers.md §4.11, `run_job`); again and again for a day until it says that it has
 * understood.
 */
export const runBuild: JobHandler = {
  kind: buildKind,
  async run(payload, world) {
    // Written by start-builds.ts alone.
    const order = payload as BuildOrder
    try {
      await callBuildServer(order, world)
    } catch (problem) {
      if (!isOverdue(order, world.clock.now())) throw problem
      // Without its address: build servers have their tokens in it.
      world.log.warn({ err: problem, tracker: order.tracker, artifact: order.artifact }, 'a build was given up')
    }
  },
}

async function callBuildServer(order: BuildOrder, world: World): Promise<void> {
  const settings = await settingsOf(world)
  const { status } = await post(order.url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formatBuildParameters(order),
    allowPrivate: settings.outgoing_private_addresses,
    timeoutMs,
  })
  if (status < 200 || status >= 300) throw new Error(`The build server answered ${status}`)
}
