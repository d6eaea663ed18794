import { type RefObject, useEffect, useRef } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useChanges } from '../../data/live.ts'
import { renewArtifactLists } from '../../data/queries.ts'
import { flash } from '../../live/flash.ts'

/** Changes that follow one another are read together. */
const collectMs = 300

interface LiveGroupsInput {
  readonly tracker: TrackerRepresentation
  /** Contains the cards that flash; charts have none. */
  readonly area?: RefObject<HTMLElement | null>
  /** The user holds a card, or chooses where to move it: nothing moves meanwhile. */
  readonly isBusy?: boolean
}

/** Shows what is changed elsewhere: cards appear, leave and change their columns, and charts follow. */
export function useLiveGroups({ tracker: { id, project }, area, isBusy = false }: LiveGroupsInput): void {
  const changed = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useRef(isBusy)
  busy.current = isBusy
  const isWaiting = useRef(false)

  const renew = useRef(async (): Promise<void> => {
    if (busy.current) {
      isWaiting.current = true
      return
    }
    const ids = [...changed.current]
    changed.current.clear()
    await renewArtifactLists(id)
    // The cards are rendered first.
    requestAnimationFrame(() => {
      for (const each of ids) {
        const card = area?.current?.querySelector(`[data-card="${each}"]`)
        if (card != null) flash(card)
      }
    })
  })
  const renewSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void renew.current(), collectMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (isBusy || !isWaiting.current) return
    isWaiting.current = false
    void renew.current()
  }, [isBusy])
  useChanges(project.id, (change) => {
    if (change !== 'unknown') {
      if (change.tracker.id !== id && change.from_tracker?.id !== id) return
      // Charts count what an order does not change.
      if (change.kind === 'ranked' && area === undefined) return
      changed.current.add(change.artifact.id)
    }
    renewSoon()
  })
}
