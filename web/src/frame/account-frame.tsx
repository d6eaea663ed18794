import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { UserRepresentation } from '../../../src/accounts/representations/user.ts'
import { type Session, useSession } from '../data/session.ts'
import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { Loaded } from '../design/loaded-data.tsx'
import { PageHead } from '../design/page-head.tsx'
import { TabLinks } from '../design/tab-links.tsx'
import { useTitle } from '../design/title.ts'
import { texts } from '../texts/texts.ts'
import styles from './account-frame.module.css'
import { accountNavigation } from './navigation.ts'

/** Oneself, as the session knows one. */
export type Self = UserRepresentation & { readonly id: number }

interface AccountFrameProps {
  readonly title: string
  /** A sentence below the title. */
  readonly intro: string
  readonly actions?: ReactNode
  readonly children: (self: Self, session: Session) => ReactNode
}

/** Title, tabs and content of an account page; visitors get the sign-in form. */
export function AccountFrame({ title, intro, actions, children }: AccountFrameProps): ReactNode {
  const session = useSession()
  return (
    <Loaded from={session}>
      {(loadedSession) => {
        const { user } = loadedSession
        if (user === null || user.id === null) return <Visitor title={title} />
        return (
          <>
            <PageHead title={title} actions={actions}>
              {intro}
            </PageHead>
            <div className={styles.page}>
              <TabLinks label={texts.account.pages} links={accountNavigation} />
              <div>{children({ ...user, id: user.id }, loadedSession)}</div>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

function Visitor({ title }: { readonly title: string }): ReactNode {
  const [location] = useLocation()
  useTitle(title)
  return (
    <EmptyState
      isPage
      icon="user"
      title={texts.account.signIn}
      action={
        <LinkButton kind="primary" href={`/login?return=${encodeURIComponent(location)}`}>
          {texts.frame.signIn}
        </LinkButton>
      }
    >
      {texts.account.signInText}
    </EmptyState>
  )
}
