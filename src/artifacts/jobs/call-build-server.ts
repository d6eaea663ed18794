import { sendPost } from '../../kit/network/outgoing-http.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { World } from '../../world/model/world.ts'
import { type BuildRequest, buildKind, formatBuildParameters, isOverdue } from '../model/build-request.ts'

const timeoutMs = 10_000

/** Calls a build server (docs/api/trackers.md §4.11, `run_job`); retries for a day until it responds with success. */
export const callBuildServer: JobHandler = {
  kind: buildKind,
  async run(payload, world) {
    // Written only by start-builds.ts.
    const order = payload as BuildRequest
    try {
      await postBuild(order, world)
    } catch (problem) {
      if (!isOverdue(order, world.clock.now())) throw problem
      // Without the URL: build servers have tokens in it.
      world.log.warn(
        { err: problem, tracker: order.tracker, artifact: order.artifact },
        'build was abandoned after repeated failures',
      )
    }
  },
}

async function postBuild(order: BuildRequest, world: World): Promise<void> {
  const settings = await getSettings(world)
  const { status } = await sendPost(order.url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formatBuildParameters(order),
    allowPrivate: settings.outgoing_private_addresses,
    timeoutMs,
    tracing: world.tracing,
  })
  if (status < 200 || status >= 300) throw new Error(`The build server responded with ${status}`)
}
