import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AccountOverviewRepresentation } from '../../../../src/accounts/representations/account-overview.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'
import own from './site-users-page.module.css'

const words = texts.site.users
const limit = 50
const states = ['A', 'R', 'S', 'D', 'P', 'V', 'W'] as const

type Account = AccountOverviewRepresentation

/** Every account; one of them has a page of its own. */
export function SiteUsersPage(): ReactNode {
  const { data: session } = useSession()
  return (
    <SiteFrame
      title={words.title}
      intro={words.intro}
      guard="/site/users"
      actions={
        session?.is_site_administrator && (
          <LinkButton kind="primary" icon="plus" href="/site/users/new">
            {words.add}
          </LinkButton>
        )
      }
    >
      <Accounts />
    </SiteFrame>
  )
}

function Accounts(): ReactNode {
  const parameters = new URLSearchParams(useSearch())
  const offset = useOffset()
  const [, navigate] = useLocation()
  const [query, status] = [parameters.get('query') ?? '', parameters.get('status') ?? '']
  const accounts = useList<Account>('/site/users', {
    limit,
    offset,
    query: query || undefined,
    status: status || undefined,
  })
  return (
    <div className={styles.page}>
      <div className={own.filters}>
        <Form
          isLeftFreely
          key={`${query} ${status}`}
          label={words.search}
          onSend={async (values) =>
            navigate(withQuery('/site/users', { query: values.text('query').trim(), status: values.text('status') }))
          }
        >
          <TextField
            name="query"
            type="search"
            label={words.search}
            placeholder={words.searchHint}
            defaultValue={query}
            autoComplete="off"
          />
          <Select
            name="status"
            label={words.status}
            defaultValue={status}
            options={[
              { value: '', label: words.every },
              ...states.map((each) => ({ value: each, label: words.statuses[each] })),
            ]}
          />
          <FormActions>
            <Button type="submit" icon="search">
              {words.submit}
            </Button>
            {(query !== '' || status !== '') && (
              <LinkButton kind="quiet" href="/site/users">
                {words.clear}
              </LinkButton>
            )}
          </FormActions>
        </Form>
      </div>
      <Loaded from={accounts} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="users" title={words.empty} />
          ) : (
            <>
              <p className={styles.count}>{words.total(total)}</p>
              <Table
                isStacked
                label={words.label}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id ?? 0}
                total={total}
                isStale={accounts.isPlaceholderData}
              />
              <Pager
                {...{ offset, limit, total }}
                hrefAt={(to) => withQuery('/site/users', { query, status, offset: to })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const columns: readonly Column<Account>[] = [
  {
    key: 'name',
    title: words.name,
    isRowHead: true,
    cell: (account) => (
      <span className={own.name}>
        <Link href={`/site/users/${account.id}`}>{account.real_name || account.username}</Link>
        {account.is_site_administrator && <Badge kind="accent">{words.administrator}</Badge>}
      </span>
    ),
  },
  { key: 'login', title: words.login, cell: ({ username }) => username },
  {
    key: 'email',
    title: words.email,
    cell: ({ email }) => <span className={own.email}>{email === '' ? '–' : email}</span>,
  },
  { key: 'status', title: words.status, isNarrow: true, cell: ({ status }) => <Status of={status} /> },
  {
    key: 'signed in',
    title: words.signedIn,
    cell: ({ last_signed_in_on: at }) => (at === null ? words.never : <DateTime at={at} />),
  },
  { key: 'factor', title: words.factor, cell: ({ second_factors: factors }) => factorsInWords(factors) },
  { key: 'keys', title: words.keys, cell: ({ access_keys_count: n }) => n },
]

const factorsInWords = ({ totp, passkeys_count: n }: Account['second_factors']): string =>
  [totp && words.app, n > 0 && words.passkeys(n)].filter(Boolean).join(', ') || words.none

function Status({ of }: { readonly of: string | null }): ReactNode {
  const state = states.find((each) => each === of)
  if (state === undefined) return null
  const kind = state === 'A' ? 'positive' : state === 'S' || state === 'D' ? 'negative' : 'caution'
  return (
    <span>
      <Badge kind={kind}>{words.statuses[state]}</Badge>
    </span>
  )
}
