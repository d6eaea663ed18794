import { useEffect, useState } from 'react'

/** Does work that no first view needs: after `delayMs`, when the browser is idle. Call the result to prevent it. */
export function whenIdle(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 })
    else work()
  }, delayMs)
  return () => clearTimeout(timer)
}

/** False while the page is first shown, and true once the browser has been idle afterwards. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true), 1000), [])
  return isIdle
}
