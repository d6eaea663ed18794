import { type RefObject, useLayoutEffect } from 'react'

/**
 * Gives an element with `contain: strict` the height of its content. What changes within it, such as a text with each
 * key, then lays out nothing around it, except when that height changes.
 */
export function useContainedHeight(
  outer: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isContained = true,
): void {
  useLayoutEffect(() => {
    const [box, measured] = [outer.current, content.current]
    if (!isContained || box === null || measured === null) return
    const take = (height: number): void => {
      if (box.getBoundingClientRect().height !== height) box.style.setProperty('block-size', `${height}px`)
    }
    // The observer is first called after a frame without the height, below which everything would move.
    take(measured.getBoundingClientRect().height)
    // After the layout of a frame, and before it is painted.
    const observer = new ResizeObserver(([entry]) => take(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(measured)
    return () => {
      observer.disconnect()
      box.style.removeProperty('block-size')
    }
  }, [outer, content, isContained])
}
