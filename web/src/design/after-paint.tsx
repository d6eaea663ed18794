import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Whether the component is on the screen: what the user does not look at first is rendered after that. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // The next frame paints it; the one after that begins when it is on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    })
    return () => cancelAnimationFrame(frame)
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
