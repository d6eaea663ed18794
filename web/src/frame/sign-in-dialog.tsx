import type { ReactNode } from 'react'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import type { Session } from '../data/session.ts'
import { Dialog } from '../design/dialog.tsx'
import { texts } from '../texts/texts.ts'
import { SignInForm } from './sign-in-form.tsx'

export interface SignInDialogProps {
  /** Whose page it is. */
  readonly user: NonNullable<Session['user']>
  readonly onSettled: (isBack: boolean) => void
}

/**
 * Sign-in dialog over the page after the session has ended. Closed without a sign-in, the page and what was typed into it
 * stay.
 */
export const SignInDialog = ({ user, onSettled }: SignInDialogProps): ReactNode => (
  <Dialog title={texts.frame.signedOutTitle} isOpen onOpenChange={(isOpen) => !isOpen && onSettled(false)}>
    <p>{texts.frame.signedOut}</p>
    <SignInForm
      login={user.username ?? ''}
      returnTo={location.pathname + location.search}
      onDone={(session) => {
        if (session.user?.id !== user.id) return openAsOther()
        queryCache.setQueryData(buildQueryKey('/session'), session)
        onSettled(true)
      }}
    />
  </Dialog>
)

/**
 * Opens the page as another user. What is waiting is never sent: it is the first user's, whose drafts stay. No question
 * before leaving, because the page would stay with the session of the other user.
 */
function openAsOther(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}
