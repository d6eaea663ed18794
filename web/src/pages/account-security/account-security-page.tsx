import type { ReactNode } from 'react'
import { useSecondFactors } from '../../data/second-factors.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { PasswordForm } from '../../frame/password-form.tsx'
import { texts } from '../../texts/texts.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { Recovery } from './recovery.tsx'

const words = texts.account

/** Everything one signs in with. */
export const AccountSecurityPage = (): ReactNode => (
  <AccountFrame title={words.security.title} intro={words.security.intro}>
    {(self, session) => (
      <>
        <Section title={words.password.title} hint={words.password.hint} width="narrow">
          <PasswordForm user={self.id} session={session} />
        </Section>
        <Factors user={self.id} />
      </>
    )}
  </AccountFrame>
)

function Factors({ user }: { readonly user: number }): ReactNode {
  const factors = useSecondFactors(user)
  return (
    <Loaded from={factors} skeleton={<Skeleton shape="rows" />}>
      {(data) => (
        <>
          <AuthenticatorApp user={user} factors={data} />
          <Passkeys user={user} factors={data} />
          <Recovery user={user} factors={data} />
          {data.is_enforced && <Notice title={words.factors.enforced} />}
        </>
      )}
    </Loaded>
  )
}
