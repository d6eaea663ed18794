import { useEffect, useState } from 'react'

/** Secret in the fragment of a link, which no server and no log receives; it is removed from the browser history. */
export function useLinkSecret(): string {
  const [secret] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return secret
}
