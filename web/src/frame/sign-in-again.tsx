import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenSignedOut } from '../data/client.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import type { Session } from '../data/session.ts'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))

/** Handles every 401 of a signed-in user: they sign in again in a dialog, and the request is retried. */
export function SignInAgain(): ReactNode {
  const [waiting, setWaiting] = useState<((isBack: boolean) => void) | null>(null)
  useEffect(() => {
    let pendingSignIn: Promise<boolean> | null = null
    whenSignedOut(() => {
      const session = queryCache.getQueryData<Session>(buildQueryKey('/session'))
      // A visitor is refused, that is all.
      if (!session?.user) return Promise.resolve(false)
      pendingSignIn ??= new Promise<boolean>((settle) => {
        setWaiting(() => (isBack: boolean) => {
          pendingSignIn = null
          setWaiting(null)
          settle(isBack)
        })
      })
      return pendingSignIn
    })
  }, [])
  if (waiting === null) return null
  return (
    <Suspense>
      <SignInDialog onSettled={waiting} />
    </Suspense>
  )
}
