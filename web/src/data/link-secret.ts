import { useEffect, useState } from 'react'

/** What a link carries behind its #, which no server and no log sees; nor does the history of this browser from here on. */
export function useLinkSecret(): string {
  const [secret] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return secret
}
