/**
 * Returns the JSON that the server put into the page under a name. A page from the cache of the browser has none: it may
 * be of another session.
 */
export function readEmbedded(name: 'session' | 'changes' | 'answers'): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isCached = navigation instanceof PerformanceNavigationTiming && navigation.transferSize === 0
  return (isCached ? null : document.getElementById(name)?.textContent) || undefined
}
