import { lazy, type ReactNode, Suspense } from 'react'
import { waitForFirstView } from '../data/live.ts'

interface LiveUpdatesProps {
  readonly artifact: number
  readonly project: number
}

const LiveArtifact = lazy(async () => {
  await waitForFirstView()
  // Without its code the page stays as it was loaded.
  const loaded = await import('../live/live-artifact.tsx').catch(() => undefined)
  return { default: loaded?.LiveArtifact ?? (() => null) }
})

/** Renews the shown artifact when another user changes it. Its parent contains the values and the history. */
export const LiveUpdates = (props: LiveUpdatesProps): ReactNode => (
  <Suspense>
    <LiveArtifact {...props} />
  </Suspense>
)
