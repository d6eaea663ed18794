import { type ReactNode, useState } from 'react'
import type { AccountOverviewRepresentation } from '../../../../src/accounts/representations/account-overview.ts'
import { sendChange } from '../../data/client.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { isEmailPending, useSession } from '../../data/session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Link } from '../../design/link.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Secret } from '../../design/secret.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { QueryResult } from '../../frame/query-result.tsx'
import { SiteRefused } from '../../frame/refused.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.site.user
const labels = texts.site.users

type Account = AccountOverviewRepresentation & { readonly id: number }

/** One account: name, status and sign-in. */
export function SiteUserPage({ params }: PageProps): ReactNode {
  const account = useResource<Account>(`/site/users/${params['id']}`)
  const { data: session } = useSession()
  return (
    <QueryResult from={account} refused={<SiteRefused />}>
      {(data) => (
        <>
          <PageHead title={nameOf(data)} path={[{ title: labels.title, href: '/site/users' }]}>
            {data.is_site_administrator ? labels.administrator : null}
          </PageHead>
          <div className={styles.page}>
            <Details account={data} />
            <State account={data} />
            {session?.is_site_administrator && <SignIn account={data} isSelf={session.user?.id === data.id} />}
          </div>
        </>
      )}
    </QueryResult>
  )
}

const nameOf = (account: Account): string => account.real_name || (account.username ?? '')
const renews = ['/site/users', '/users', '/session']

function Details({ account }: { readonly account: Account }): ReactNode {
  const save = useChange((body: object) => sendChange('PATCH', `/users/${account.id}`, body), renews)
  return (
    <Section title={words.details} width="narrow">
      <Form
        onSend={async (values) => {
          const input = { real_name: values.text('real_name').trim(), email: values.text('email').trim() }
          const username = values.text('username').trim()
          await save.mutateAsync({ ...input, ...(username === account.username ? {} : { username }) })
          // One's own address waits, as everybody's.
          showToast(
            isEmailPending(account.id, input.email) ? texts.account.profile.confirmationSent(input.email) : words.saved,
          )
        }}
      >
        <TextField
          name="real_name"
          label={words.name}
          defaultValue={account.real_name ?? ''}
          isRequired
          autoComplete="off"
        />
        <TextField
          name="username"
          label={words.login}
          defaultValue={account.username ?? ''}
          isRequired
          autoComplete="off"
        />
        <TextField
          name="email"
          type="email"
          label={words.email}
          defaultValue={account.email ?? ''}
          autoComplete="off"
        />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </Section>
  )
}

function State({ account }: { readonly account: Account }): ReactNode {
  const { data: session } = useSession()
  const set = useChange((status: string) => sendChange('PATCH', `/users/${account.id}`, { status }), renews)
  const to = async (status: string): Promise<void> => {
    await set.mutateAsync(status)
    showToast(words.changed)
  }
  const name = nameOf(account)
  const status = Object.keys(words.states).find((each) => each === account.status) as keyof typeof words.states
  const isSelf = session?.user?.id === account.id
  const mayRestrict = session?.site.access_mode === 'restricted' && status !== 'R' && !account.is_site_administrator
  return (
    <Section title={words.state} hint={words.states[status]}>
      <div className={styles.actions}>
        {status !== 'A' && (
          <Button onPress={() => void reportFailure(set.mutateAsync('A'), words.changed)}>{words.activate}</Button>
        )}
        {mayRestrict && (
          <Confirm
            trigger={<Button>{words.restrict}</Button>}
            title={words.restrictTitle(name)}
            action={words.restrict}
            onConfirm={() => to('R')}
          >
            {words.restrictText}
          </Confirm>
        )}
        {status !== 'S' && !isSelf && (
          <Confirm
            trigger={<Button kind="danger">{words.suspend}</Button>}
            title={words.suspendTitle(name)}
            action={words.suspend}
            onConfirm={() => to('S')}
          >
            {words.suspendText}
          </Confirm>
        )}
      </div>
    </Section>
  )
}

function SignIn({ account, isSelf }: { readonly account: Account; readonly isSelf: boolean }): ReactNode {
  const [link, setLink] = useState<string | null>(null)
  const sessions = useResource<readonly unknown[]>(`/users/${account.id}/sessions`)
  const factors = account.second_factors
  const name = nameOf(account)
  const end = useChange(() => sendChange('DELETE', `/users/${account.id}/sessions`), renews)
  const clear = useChange(() => sendChange('DELETE', `/users/${account.id}/second_factors`), renews)
  const inWords = [factors.totp && labels.app, factors.passkeys_count > 0 && labels.passkeys(factors.passkeys_count)]
  return (
    <Section title={words.signIn}>
      <dl className={styles.facts}>
        <Fact title={words.password}>{account.has_password ? words.hasPassword : words.noPassword}</Fact>
        <Fact title={words.factors}>{inWords.filter(Boolean).join(', ') || labels.none}</Fact>
        {account.directories.length > 0 && (
          <Fact title={words.identityProviders}>{account.directories.join(', ')}</Fact>
        )}
        <Fact title={words.keys}>{account.access_keys_count}</Fact>
        {sessions.data && <Fact title={words.sessions}>{words.sessionsIn(sessions.data.length)}</Fact>}
        <Fact title={words.signedIn}>
          {account.last_signed_in_on === null ? labels.never : <DateTime at={account.last_signed_in_on} />}
        </Fact>
        <Fact title={words.created}>
          <DateTime at={account.created_on} />
        </Fact>
      </dl>
      <p>
        <Link href={withQuery('/site/log', { user: account.username ?? '' })}>{words.log}</Link>
      </p>
      {isSelf ? (
        <p>{words.self}</p>
      ) : (
        <div className={styles.actions}>
          <Confirm
            trigger={<Button>{words.reset}</Button>}
            title={words.resetTitle(name)}
            action={words.makeLink}
            onConfirm={async () => {
              const reset = await sendChange<{ link: string }>('POST', `/users/${account.id}/password_reset`, {})
              setLink(reset.link)
            }}
          >
            {words.resetText}
          </Confirm>
          {(sessions.data?.length ?? 0) > 0 && (
            <Confirm
              trigger={<Button>{words.end}</Button>}
              title={words.endTitle(name)}
              action={words.end}
              onConfirm={async () => {
                await end.mutateAsync(undefined)
                showToast(words.ended)
              }}
            >
              {words.endText}
            </Confirm>
          )}
          {(factors.totp || factors.passkeys_count > 0) && (
            <Confirm
              trigger={<Button kind="danger">{words.clear}</Button>}
              title={words.clearTitle(name)}
              action={words.clear}
              onConfirm={async () => {
                await clear.mutateAsync(undefined)
                showToast(words.cleared)
              }}
            >
              {words.clearText}
            </Confirm>
          )}
        </div>
      )}
      {link !== null && (
        <Secret title={words.resetDialog} label={words.resetLabel} secret={link} onClose={() => setLink(null)}>
          <p>{words.resetExplain(name)}</p>
        </Secret>
      )}
    </Section>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
