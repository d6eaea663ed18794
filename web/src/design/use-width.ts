import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, as it changes; 0 until it is wanted, because reading it computes the layout. */
export function useWidth(element: RefObject<HTMLElement | null>, isWanted = true): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (isWanted) setWidth(element.current?.clientWidth ?? 0)
  }, [element, isWanted])
  useEffect(() => {
    if (!isWanted || element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isWanted])
  return width
}
