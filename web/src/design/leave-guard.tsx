import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { texts } from '../texts/texts.ts'
import { Confirm } from './confirm.tsx'

/**
 * Demands a confirmation before unsaved input is lost by leaving the page: by a link, by a shortcut, by the Back button,
 * and by closing the tab. Browsers without the Navigation API do so for the last only.
 */
export function LeaveGuard({ isUnsaved }: { readonly isUnsaved: () => boolean }): ReactNode {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const isLeaving = useRef(false)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current()) event.preventDefault()
    }
    const stop = (event: NavigateEvent): void => {
      const { cancelable, destination, navigationType } = event
      const { key, sameDocument, url } = destination
      if (isLeaving.current || !cancelable || !sameDocument || new URL(url).pathname === location.pathname) return
      if (!latest.current()) return
      event.preventDefault()
      const replace = navigationType === 'replace'
      setLeave(() => () => {
        isLeaving.current = true
        if (navigationType === 'traverse') navigation.traverseTo(key)
        else navigate(url, { replace })
      })
    }
    addEventListener('beforeunload', warn)
    globalThis.navigation?.addEventListener('navigate', stop)
    return () => {
      removeEventListener('beforeunload', warn)
      globalThis.navigation?.removeEventListener('navigate', stop)
    }
  }, [])
  return (
    <Confirm
      isOpen={leave !== null}
      onOpenChange={(isOpen) => !isOpen && setLeave(null)}
      title={texts.states.unsavedTitle}
      action={texts.states.leaveAnyway}
      onConfirm={async () => leave?.()}
    >
      {texts.states.unsaved}
    </Confirm>
  )
}
