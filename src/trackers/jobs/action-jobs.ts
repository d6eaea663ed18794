import { sendPost } from '../../kit/network/outgoing-http.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { postActionTypes } from '../actions/registry.ts'

const timeoutMs = 10_000

/** What post-actions do after the commit. */
export const actionJobs: readonly JobHandler[] = postActionTypes.flatMap(({ job }) =>
  job === undefined
    ? []
    : [
        {
          kind: job.kind,
          run: (payload, world) =>
            job.run(payload, {
              now: world.clock.now(),
              log: world.log,
              async postForm(url, form) {
                const settings = await getSettings(world)
                const { status } = await sendPost(url, {
                  headers: { 'content-type': 'application/x-www-form-urlencoded' },
                  body: new URLSearchParams(form).toString(),
                  allowPrivate: settings.outgoing_private_addresses,
                  timeoutMs,
                  tracing: world.tracing,
                })
                return status
              },
            }),
        },
      ],
)
