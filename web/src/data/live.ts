import { useEffect, useRef, useState } from 'react'
import type { ChangeListener, followChanges } from '../live/change-stream.ts'
import { useSession } from './session.ts'

const firstViewMs = 1000

const firstView: { isComplete: boolean; end?: Promise<void> } = { isComplete: false }

/** Waits until the first view is complete and the browser has a connection: what follows is no part of that view. */
export async function waitForFirstView(): Promise<void> {
  firstView.end ??= new Promise((resolve) => setTimeout(resolve, firstViewMs))
  await firstView.end
  while (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** Whether the first view is complete: then comes what a page can do without for a moment. */
export function useAfterFirstView(): boolean {
  const [isComplete, setComplete] = useState(firstView.isComplete)
  useEffect(() => {
    let isOver = false
    if (!isComplete)
      void waitForFirstView().then(() => {
        firstView.isComplete = true
        if (!isOver) setComplete(true)
      })
    return () => {
      isOver = true
    }
  }, [isComplete])
  return isComplete
}

/** Loaded once; from then on pages follow from their beginning. */
const code: { followChanges?: typeof followChanges } = {}

/**
 * Calls back with each change of artifacts in a project that the user sees, their own ones included, while the component
 * is shown. All components of a tab share one stream. Visitors have none.
 */
export function useChanges(project: number | undefined, onChange: ChangeListener): void {
  const isSignedIn = useSession().data?.user != null
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (project === undefined || !isSignedIn) return
    let stop = (): void => undefined
    let isOver = false
    const start = (follow: typeof followChanges): void => {
      if (!isOver) stop = follow(project, (change) => latest.current(change))
    }
    if (code.followChanges !== undefined) start(code.followChanges)
    // Without its code the page stays as it was loaded.
    else
      waitForFirstView()
        .then(() => import('../live/change-stream.ts'))
        .then((loaded) => {
          code.followChanges = loaded.followChanges
          start(loaded.followChanges)
        })
        .catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [project, isSignedIn])
}
