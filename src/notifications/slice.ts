import type { Slice } from '../kit/slice.ts'

/** Who is told of what happens to artifacts: webhooks, mail, watchers. */
export const notifications: Slice = { routes: [], jobs: [] }
