import type { ReactNode } from 'react'
import type { AuditEntryRepresentation } from '../../../src/accounts/representations/audit-entry.ts'
import type { useList } from '../data/queries.ts'
import { DateTime } from '../design/date-time.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { Loaded } from '../design/loaded-data.tsx'
import { Pager } from '../design/pager.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { type Column, Table } from '../design/table.tsx'
import { UserBadge } from '../design/user-badge.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { describeAuditAction } from '../texts/audit-actions.ts'
import { texts } from '../texts/texts.ts'
import styles from './administration.module.css'
import own from './log-entries.module.css'

const words = texts.site.log

export type LogEntry = AuditEntryRepresentation

interface LogEntriesProps {
  readonly from: ReturnType<typeof useList<LogEntry>>
  readonly offset: number
  readonly limit: number
  readonly hrefAt: (offset: number) => string
  /** Entries of a project have no IP address. */
  readonly isOfProject?: boolean
}

/** One page of a log: user, action, time and target. */
export const LogEntries = ({ from, offset, limit, hrefAt, isOfProject }: LogEntriesProps): ReactNode => (
  <Loaded from={from} skeleton={<Skeleton shape="rows" />}>
    {({ items, total }) =>
      items.length === 0 ? (
        <EmptyState icon="search" title={words.empty} />
      ) : (
        <>
          <p className={styles.count}>{words.total(total)}</p>
          <Table
            isStacked
            label={words.label}
            columns={isOfProject ? columns.filter(({ key }) => key !== 'address') : columns}
            rows={items}
            keyOf={({ id }) => id}
            total={total}
            isStale={from.isPlaceholderData}
          />
          <Pager {...{ offset, limit, total, hrefAt }} />
        </>
      )
    }
  </Loaded>
)

const columns: readonly Column<LogEntry>[] = [
  { key: 'at', title: words.at, cell: ({ at }) => <DateTime at={at} as="exact" /> },
  {
    key: 'who',
    title: words.who,
    cell: ({ user }) => (user === null ? words.noUser : <UserBadge user={user} isLinked />),
  },
  { key: 'what', title: words.what, isRowHead: true, cell: ({ action }) => describeAuditAction(action) },
  { key: 'subject', title: words.subject, cell: ({ subject }) => <span className={styles.text}>{subject}</span> },
  { key: 'address', title: words.address, cell: ({ address }) => address ?? '' },
  { key: 'detail', title: words.detail, cell: (entry) => <Detail of={entry} /> },
]

function Detail({ of }: { readonly of: LogEntry }): ReactNode {
  const properties = Object.entries(of.detail)
  if (properties.length === 0) return null
  return (
    <details className={own.detail}>
      <summary>
        <span aria-hidden="true">{words.detail}</span>
        <VisuallyHidden>{words.detailOf(describeAuditAction(of.action), of.subject)}</VisuallyHidden>
      </summary>
      <dl>
        {properties.map(([name, value]) => (
          <div key={name}>
            {/* Names of properties are those of the API. */}
            <dt lang="en">{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
