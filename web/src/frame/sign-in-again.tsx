import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenSignedOut } from '../data/client.ts'
import { keyOf, memory } from '../data/queries.ts'
import type { Session } from '../data/session.ts'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))

/** One place for every 401: who was signed in signs in again over the page, and what was asked goes on. */
export function SignInAgain(): ReactNode {
  const [waiting, setWaiting] = useState<((isBack: boolean) => void) | null>(null)
  useEffect(() => {
    let asked: Promise<boolean> | null = null
    whenSignedOut(() => {
      const session = memory.getQueryData<Session>(keyOf('/session'))
      // A visitor is refused, that is all.
      if (!session?.user) return Promise.resolve(false)
      asked ??= new Promise<boolean>((settle) => {
        setWaiting(() => (isBack: boolean) => {
          asked = null
          setWaiting(null)
          settle(isBack)
        })
      })
      return asked
    })
  }, [])
  if (waiting === null) return null
  return (
    <Suspense>
      <SignInDialog onSettled={waiting} />
    </Suspense>
  )
}
