import type { ReactNode } from 'react'
import { sendChange } from '../../data/client.ts'
import { useChange } from '../../data/queries.ts'
import { type Proof, useSecondFactors } from '../../data/second-factors.ts'
import { isEmailPending } from '../../data/session.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Notice } from '../../design/notice.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { AccountFrame, type Self } from '../../frame/account-frame.tsx'
import { useReauthentication } from '../../frame/use-reauthentication.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-profile-page.module.css'

const words = texts.account.profile

/** Who one is here: name and address are one's own to change, login and status an administrator's. */
export const AccountProfilePage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {(self, session) => (
      <div className={styles.page}>
        <span className={styles.initials}>
          <UserBadge user={self} isNameHidden isLarge />
        </span>
        <div className={styles.facts}>
          <Change self={self} pending={session.pending_email} />
        </div>
      </div>
    )}
  </AccountFrame>
)

interface ChangeProps {
  readonly self: Self
  /** The requested email address that is not confirmed yet. */
  readonly pending: string | null
}

function Change({ self, pending }: ChangeProps): ReactNode {
  const factors = useSecondFactors(self.id)
  const { prove, dialog } = useReauthentication(factors.data?.totp?.is_on ?? false)
  const save = useChange(
    (values: Proof & Readonly<Record<string, string>>) => sendChange('PATCH', `/users/${self.id}`, { values }),
    ['/session', '/users'],
  )
  return (
    <>
      {pending !== null && (
        <Pending
          self={self}
          email={pending}
          onAgain={() => prove((proof) => save.mutateAsync({ email: pending, ...proof }))}
        />
      )}
      <Form
        onSend={async (values) => {
          const email = values.text('email').trim()
          const profile = { real_name: values.text('real_name').trim(), ...(email === '' ? {} : { email }) }
          await prove((proof) => save.mutateAsync({ ...profile, ...proof }))
          showToast(email !== pending && isEmailPending(self.id, email) ? words.confirmationSent(email) : words.saved)
        }}
      >
        <TextField
          name="real_name"
          label={words.name}
          defaultValue={self.real_name ?? ''}
          autoComplete="name"
          isRequired
        />
        <TextField
          // While a change is pending, the email address is still the old one.
          key={`${self.email} ${pending}`}
          name="email"
          type="email"
          label={words.email}
          hint={words.emailHint}
          defaultValue={self.email ?? ''}
          autoComplete="email"
          isRequired={Boolean(self.email)}
        />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
        </FormActions>
      </Form>
      <Facts self={self} />
      {dialog}
    </>
  )
}

interface PendingProps {
  readonly self: Self
  readonly email: string
  readonly onAgain: () => Promise<unknown>
}

function Pending({ self, email, onAgain }: PendingProps): ReactNode {
  const back = useChange(() => sendChange('DELETE', `/users/${self.id}/pending_email`), ['/session'])
  return (
    <Notice title={words.pending(email)}>
      <p>{words.pendingText(self.email ?? '')}</p>
      <div className={styles.actions}>
        <Button onPress={() => void reportFailure(onAgain(), words.sentAgain(email))}>{words.again}</Button>
        <Button onPress={() => void reportFailure(back.mutateAsync(undefined), words.changeCanceled)}>
          {words.cancelChange}
        </Button>
      </div>
    </Notice>
  )
}

function Facts({ self }: { readonly self: Self }): ReactNode {
  const facts = [
    [words.login, self.username],
    [words.status, statusOf(self)],
  ]
  return (
    <>
      <dl className={styles.list}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.others}>{words.others}</p>
    </>
  )
}

function statusOf({ status }: Self): string {
  const labels: Readonly<Record<string, string>> = words.statuses
  return labels[status ?? ''] ?? status ?? ''
}
