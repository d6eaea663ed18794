import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'

export interface CreatedArtifact {
  readonly id: number
}

interface NewArtifact {
  readonly tracker: number
  readonly values: readonly object[]
  /** Attempts with the same key create one artifact. */
  readonly key: string
  /** Called before a pause without answer; `wake` ends the pause. */
  onPause(until: number, wake: () => void): void
}

const maxPauseMs = 30_000

/** Creates an artifact; sends it again until there is an answer. Throws the refusal of the server. */
export async function createArtifact({ tracker, values, key, onPause }: NewArtifact): Promise<CreatedArtifact> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const body = { tracker: { id: tracker }, values }
      const created = await sendChange<CreatedArtifact>('POST', '/artifacts', body, { idempotencyKey: key })
      void queryCache.invalidateQueries({ queryKey: buildQueryKey(`/trackers/${tracker}/artifacts`) })
      return created
    } catch (thrown) {
      if (!(thrown instanceof Failure) || !mayHaveNoAnswer(thrown)) throw thrown
      const pause = Math.max((thrown.retryAfter ?? 0) * 1000, Math.min(maxPauseMs, 1000 * 2 ** attempt))
      await waitUntil(Date.now() + pause, onPause)
    }
  }
}

/** Whether the same request may succeed later: no connection, a proxy without its server, or too many requests. */
const mayHaveNoAnswer = ({ status }: Failure): boolean => [0, 429, 502, 503, 504].includes(status)

const waitUntil = (until: number, onPause: NewArtifact['onPause']): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, until - Date.now())
    addEventListener('online', wake)
    onPause(until, wake)
  })
