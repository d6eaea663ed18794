import { type ReactNode, useState } from 'react'
import type { representAccessKey } from '../../../../src/sign-in/representations/access-key.ts'
import { sendChange } from '../../data/client.ts'
import { useOffset } from '../../data/page-offset.ts'
import { useChange, useList } from '../../data/queries.ts'
import { keyListQuery } from '../../data/route-queries.ts'
import { type ScopeInWords, useScopes } from '../../data/scopes.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-keys-page.module.css'

type Key = ReturnType<typeof representAccessKey>

const words = texts.account.keys

/** The keys of one's own account; several are revoked at once. */
export const AccountKeysPage = (): ReactNode => (
  <AccountFrame
    title={words.title}
    intro={words.intro}
    actions={
      <LinkButton kind="primary" icon="plus" href="/account/keys/new">
        {words.make}
      </LinkButton>
    }
  >
    {(self) => <Keys user={self.id} />}
  </AccountFrame>
)

function Keys({ user }: { readonly user: number }): ReactNode {
  const offset = useOffset()
  const { path, query } = keyListQuery(user, offset)
  const keys = useList<Key>(path, query)
  return (
    <Loaded from={keys} skeleton={<Skeleton shape="rows" />}>
      {({ items, total, limit }) =>
        items.length === 0 ? (
          <EmptyState icon="key" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <div className={styles.page}>
            <KeyTable path={path} keys={items} total={total} />
            <Pager {...{ offset, limit, total }} hrefAt={(to) => `/account/keys?offset=${to}`} />
          </div>
        )
      }
    </Loaded>
  )
}

interface KeyTableProps {
  readonly path: string
  readonly keys: readonly Key[]
  readonly total: number
}

function KeyTable({ path, keys, total }: KeyTableProps): ReactNode {
  const { data: scopes = [] } = useScopes()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  // Keys that are no longer listed are not revoked a second time.
  const tickedKeys = keys.filter(({ id }) => ticked.has(id))
  const revoke = useChange(
    () => Promise.all(tickedKeys.map(({ id }) => sendChange('DELETE', `/access_keys/${id}`))),
    [path],
  )
  const tick = (id: number, isOn: boolean): void => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  return (
    <>
      <Table
        isStacked
        label={words.label}
        columns={columnsOf(scopes, tick)}
        rows={keys}
        keyOf={(key) => key.id}
        total={total}
      />
      <div className={styles.below}>
        <Confirm
          trigger={
            <Button kind="danger" isDisabled={tickedKeys.length === 0}>
              {words.revoke(tickedKeys.length)}
            </Button>
          }
          title={words.revokeTitle(tickedKeys.length)}
          action={words.revoke(tickedKeys.length)}
          onConfirm={async () => {
            await revoke.mutateAsync(undefined)
            showToast(words.revoked(tickedKeys.length))
          }}
        >
          <p>{words.revokeText}</p>
          <ul className={styles.chosen}>
            {tickedKeys.map((key) => (
              <li key={key.id}>{nameOf(key)}</li>
            ))}
          </ul>
        </Confirm>
        <Legend scopes={scopes.filter(({ identifier }) => keys.some((key) => has(key, identifier)))} />
      </div>
    </>
  )
}

const nameOf = ({ description }: Key): string => (description === '' ? words.noDescription : description)
const has = (key: Key, identifier: string): boolean => key.scopes.some((scope) => scope.identifier === identifier)

function columnsOf(scopes: readonly ScopeInWords[], tick: (id: number, isOn: boolean) => void): readonly Column<Key>[] {
  return [
    {
      key: 'select',
      title: words.select,
      isTitleHidden: true,
      isNarrow: true,
      cell: (key) => (
        <Checkbox
          name="key"
          value={String(key.id)}
          label={<VisuallyHidden>{words.selectOf(nameOf(key))}</VisuallyHidden>}
          onChange={(isOn) => tick(key.id, isOn)}
        />
      ),
    },
    { key: 'description', title: words.description, isRowHead: true, cell: nameOf },
    { key: 'scopes', title: words.scopes, cell: (key) => <Scopes of={key} allScopes={scopes} /> },
    { key: 'created', title: words.created, isNarrow: true, cell: (key) => <DateTime at={key.creation_date} /> },
    { key: 'used', title: words.used, isNarrow: true, cell: (key) => <Used of={key} /> },
    {
      key: 'expires',
      title: words.expires,
      isNarrow: true,
      cell: ({ expiration_date: at }) => (at === null ? words.never : <DateTime at={at} />),
    },
  ]
}

const Scopes = ({ of, allScopes }: { readonly of: Key; readonly allScopes: readonly ScopeInWords[] }): ReactNode => (
  <span className={styles.scopes}>
    {of.scopes.map(({ identifier }) => {
      const scope = allScopes.find((each) => each.identifier === identifier)
      return (
        <span key={identifier} title={scope?.allows}>
          <Badge>{scope?.label ?? identifier}</Badge>
        </span>
      )
    })}
  </span>
)

const Used = ({ of }: { readonly of: Key }): ReactNode =>
  of.last_used_on === null ? (
    <span title={words.usedHint}>{words.never}</span>
  ) : (
    <span title={words.usedHint}>
      <DateTime at={of.last_used_on} />
      {of.last_used_by !== null && <span className={styles.by}>{words.usedBy(of.last_used_by)}</span>}
    </span>
  )

/** The same for users without a pointer. */
const Legend = ({ scopes }: { readonly scopes: readonly ScopeInWords[] }): ReactNode => (
  <details className={styles.legend}>
    <summary>{words.legend}</summary>
    <dl>
      {scopes.map(({ identifier, label, allows }) => (
        <div key={identifier}>
          <dt>{label}</dt>
          <dd>{allows}</dd>
        </div>
      ))}
    </dl>
  </details>
)
