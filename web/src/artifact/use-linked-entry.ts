import { useEffect, useRef } from 'react'

/**
 * Scrolls to the changeset that the URL names by `#comment-` or `?changeset=`: when the page is loaded, it is not there
 * yet. `loadEarlier` is called until it is; undefined: there is nothing earlier, or it is being loaded.
 */
export function useLinkedEntry(ids: readonly number[], loadEarlier: (() => unknown) | undefined): void {
  const shown = useRef(0)
  useEffect(() => {
    const { hash, search } = location
    const id = Number(/^#comment-(\d+)$/.exec(hash)?.[1] ?? new URLSearchParams(search).get('changeset'))
    if (!id || shown.current === id || ids.length === 0) return
    if (document.getElementById(`comment-${id}`) === null) {
      if (ids.every((each) => each > id)) loadEarlier?.()
      return
    }
    shown.current = id
    // The browser scrolls there, and the entry is `:target`.
    location.replace(`#comment-${id}`)
  })
}
