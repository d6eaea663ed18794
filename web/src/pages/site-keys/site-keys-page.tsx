import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SiteAccessKeyRepresentation } from '../../../../src/sign-in/representations/site-access-key.ts'
import { sendChange } from '../../data/client.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useChange, useList } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { siteKeyTexts as words } from '../../texts/part-texts/site-key-texts.ts'
import { texts } from '../../texts/texts.ts'

type Key = SiteAccessKeyRepresentation

const keyWords = texts.account.keys
const statuses: Readonly<Record<string, string>> = texts.site.users.statuses
const path = '/site/keys'
const resource = '/site/access_keys'
const limit = 50
const owners = ['', 'active', 'inactive'] as const
/** Days. */
const uses = ['', '90', '365'] as const

/** The access keys of all users, filtered by the URL of the page. */
export const SiteKeysPage = (): ReactNode => (
  <SiteFrame title={keyWords.title} intro={words.intro}>
    <Keys />
  </SiteFrame>
)

function Keys(): ReactNode {
  const search = new URLSearchParams(useSearch())
  const owner = owners.find((each) => each === search.get('owner')) ?? ''
  const unused = uses.find((each) => each === search.get('unused')) ?? ''
  const offset = useOffset()
  const keys = useList<Key>(resource, {
    limit,
    offset,
    owner: owner || undefined,
    unused_since: unused === '' ? undefined : startOfDay(Number(unused)),
  })
  const isFiltered = owner !== '' || unused !== ''
  return (
    <div className={styles.page}>
      <Filters key={`${owner} ${unused}`} {...{ owner, unused, isFiltered }} />
      <Loaded from={keys} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={isFiltered ? 'search' : 'key'} title={isFiltered ? words.noneFound : words.none} />
          ) : (
            <>
              <p className={styles.count}>{words.total(total)}</p>
              <Table
                isStacked
                label={keyWords.label}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                total={total}
                isStale={keys.isPlaceholderData}
              />
              <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery(path, { owner, unused, offset: to })} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** In UTC, so many days ago: the same for a whole day, and with it the cached list. */
const startOfDay = (days: number): string => {
  const today = Math.floor(Date.now() / 86_400_000)
  return new Date((today - days) * 86_400_000).toISOString().replace('.000', '')
}

interface FiltersProps {
  readonly owner: (typeof owners)[number]
  readonly unused: (typeof uses)[number]
  readonly isFiltered: boolean
}

function Filters({ owner, unused, isFiltered }: FiltersProps): ReactNode {
  const [, navigate] = useLocation()
  return (
    <div className={styles.filters}>
      <Form
        isLeftFreely
        label={words.submit}
        onSend={async (values) =>
          navigate(withQuery(path, { owner: values.text('owner'), unused: values.text('unused') }))
        }
      >
        <Select
          name="owner"
          label={words.owner}
          defaultValue={owner}
          options={owners.map((value) => ({ value, label: words.owners[value] }))}
        />
        <Select
          name="unused"
          label={words.use}
          defaultValue={unused}
          options={uses.map((value) => ({ value, label: words.uses[value] }))}
        />
        <FormActions>
          <Button type="submit" icon="search">
            {words.submit}
          </Button>
          {isFiltered && (
            <LinkButton kind="quiet" href={path}>
              {words.clear}
            </LinkButton>
          )}
        </FormActions>
      </Form>
    </div>
  )
}

const nameOf = ({ description }: Key): string => (description === '' ? keyWords.noDescription : description)

const columns: readonly Column<Key>[] = [
  {
    key: 'description',
    title: keyWords.description,
    isRowHead: true,
    cell: (key) => <span className={styles.text}>{nameOf(key)}</span>,
  },
  {
    key: 'owner',
    title: words.owner,
    cell: ({ owner: { id, display_name: name, status } }) => (
      <span className={styles.name}>
        <Link href={`/site/users/${id}`}>{name}</Link>
        {status !== null && status !== 'A' && <Badge kind="caution">{statuses[status] ?? status}</Badge>}
      </span>
    ),
  },
  {
    key: 'scopes',
    title: keyWords.scopes,
    cell: ({ scopes }) => <span className={styles.text}>{scopes.map((scope) => scope.identifier).join(', ')}</span>,
  },
  { key: 'created', title: keyWords.created, isNarrow: true, cell: (key) => <DateTime at={key.creation_date} /> },
  {
    key: 'used',
    title: keyWords.used,
    cell: ({ last_used_on: at, last_used_by: address }) =>
      at === null ? (
        keyWords.never
      ) : (
        <span>
          <DateTime at={at} /> {address !== null && keyWords.usedBy(address)}
        </span>
      ),
  },
  {
    key: 'expires',
    title: keyWords.expires,
    isNarrow: true,
    cell: ({ expiration_date: at }) => (at === null ? keyWords.never : <DateTime at={at} />),
  },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    isNarrow: true,
    cell: (key) => <Revoke revokedKey={key} />,
  },
]

/** Administrators who may only read revoke nothing. */
function Revoke({ revokedKey: key }: { readonly revokedKey: Key }): ReactNode {
  const { data: session } = useSession()
  const revoke = useChange(() => sendChange('DELETE', `${resource}/${key.id}`), [resource, '/site/users'])
  if (session?.is_site_administrator !== true) return null
  const owner = key.owner.display_name
  return (
    <div className={styles.rowActions} data-screen>
      <Confirm
        trigger={
          <Button kind="quiet" label={words.revokeOf(nameOf(key), owner)}>
            {words.revoke}
          </Button>
        }
        title={words.revokeTitle(nameOf(key))}
        action={words.revoke}
        onConfirm={async () => {
          await revoke.mutateAsync(undefined)
          showToast(words.revoked)
        }}
      >
        {words.revokeText(owner)}
      </Confirm>
    </div>
  )
}
