import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Browsers paint no frame of a page that is in the background: it is complete after this time all the same. */
const maxWaitMs = 1000

/** Whether the component is on the screen: what the user does not look at first is rendered after that. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  // A layout effect: the key may come as soon as the rest is there.
  useLayoutEffect(() => {
    const stop = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      removeEventListener('keydown', showNow, true)
    }
    // The key may be a shortcut to a part that is not there yet, and what is typed next would be shortcuts, too. On the
    // window, so before the shortcuts.
    const showNow = (): void => {
      stop()
      flushSync(() => setPainted(true))
    }
    const show = (): void => {
      stop()
      startTransition(() => setPainted(true))
    }
    // The next frame paints it; the one after that begins when it is on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show)
    })
    const timer = setTimeout(show, maxWaitMs)
    addEventListener('keydown', showNow, true)
    return stop
  }, [])
  return isPainted
}

interface AfterPaintProps {
  /** Keeps the room of the children until then. */
  readonly room?: ReactNode
  readonly children: ReactNode
}

/** Shows a part of a page a frame later than the rest, so that the rest is there sooner. */
export const AfterPaint = ({ room, children }: AfterPaintProps): ReactNode => (useIsPainted() ? children : room)

const heights = new Map<string, number>()

interface InKnownRoomProps {
  /** Names the part with all that its height depends on, except the width of the window. */
  readonly id: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * The same for a part whose height is not known beforehand: the first time it is shown with the rest, later a frame
 * after it, in the room that it took the last time.
 */
export function InKnownRoom({ id, className, children }: InKnownRoomProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const isPainted = useIsPainted()
  const key = `${id} ${innerWidth}`
  const height = isPainted ? undefined : heights.get(key)
  const isShown = height === undefined
  useEffect(() => {
    if (!isShown || place.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { blockSize = 0 } = entry?.borderBoxSize[0] ?? {}
      if (blockSize > 0) heights.set(key, blockSize)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isShown, key])
  return (
    <div ref={place} className={className} style={isShown ? undefined : { blockSize: height }}>
      {isShown && children}
    </div>
  )
}
