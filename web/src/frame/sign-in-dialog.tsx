import type { ReactNode } from 'react'
import { clearCache } from '../data/session.ts'
import { Dialog } from '../design/dialog.tsx'
import { texts } from '../texts/texts.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in dialog over the page after the session has ended. */
export const SignInDialog = ({ onSettled }: { readonly onSettled: (isBack: boolean) => void }): ReactNode => (
  <Dialog title={texts.frame.signedOutTitle} isOpen onOpenChange={(isOpen) => !isOpen && leave(onSettled)}>
    <p>{texts.frame.signedOut}</p>
    <SignInForm onDone={() => onSettled(true)} />
  </Dialog>
)

function leave(onSettled: (isBack: boolean) => void): void {
  onSettled(false)
  void clearCache()
}
