import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { renewArtifactLists } from './queries.ts'
import { computeRetryPause, hasNoAnswer, pause } from './retry.ts'

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

/** Creates an artifact; sends it again until there is an answer. Throws the refusal of the server. */
export async function createArtifact({ tracker, values, key, onPause }: NewArtifact): Promise<CreatedArtifact> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const body = { tracker: { id: tracker }, values }
      const created = await sendChange<CreatedArtifact>('POST', '/artifacts', body, { idempotencyKey: key })
      void renewArtifactLists(tracker)
      return created
    } catch (thrown) {
      if (!(thrown instanceof Failure) || !hasNoAnswer(thrown)) throw thrown
      const ms = computeRetryPause(thrown, attempt)
      await pause(ms, (wake) => onPause(Date.now() + ms, wake))
    }
  }
}
