import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenSignedOut } from '../data/client.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import type { Session } from '../data/session.ts'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))

/** Handles every 401 of a signed-in user: they sign in again in a dialog, and the request is retried. */
export function SignInAgain(): ReactNode {
  const [waiting, setWaiting] = useState<SignInDialogProps | null>(null)
  useEffect(() => {
    whenSignedOut(() => {
      const user = queryCache.getQueryData<Session>(buildQueryKey('/session'))?.user
      // A visitor is refused, that is all.
      if (!user) return null
      return new Promise<boolean>((settle) => {
        const onSettled = (isBack: boolean): void => {
          setWaiting(null)
          settle(isBack)
        }
        setWaiting({ user, onSettled })
      })
    })
  }, [])
  return (
    waiting && (
      <Suspense>
        <SignInDialog {...waiting} />
      </Suspense>
    )
  )
}
