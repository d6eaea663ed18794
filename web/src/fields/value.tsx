import type { ReactNode } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import { DateTime } from '../design/date-time.tsx'
import { formatNumber } from '../design/format-number.ts'
import { Link } from '../design/link.tsx'
import { buildPageUrl } from '../design/page-url.ts'
import { RichText } from '../design/rich-text.tsx'
import { UserBadge } from '../design/user-badge.tsx'
import { texts } from '../texts/texts.ts'
import type { Field } from './field-context.tsx'
import { Burndown } from './values/burndown.tsx'
import { EmptyValue } from './values/empty-value.tsx'
import { Files } from './values/files.tsx'
import { Granted } from './values/granted.tsx'
import { Items } from './values/items.tsx'
import { Links } from './values/links.tsx'
import { Steps } from './values/steps.tsx'
import { useFirst } from './values/use-first.tsx'
import styles from './values/value.module.css'

const words = texts.artifact

interface ValueProps {
  readonly entry: ValueEntry
  readonly field?: Field
}

/** The value of one field, rendered by type. */
export function Value({ entry, field }: ValueProps): ReactNode {
  switch (entry.type) {
    case 'string':
      return <span className={styles.line}>{entry.value || <EmptyValue />}</span>
    case 'Encrypted':
      return entry.value === '' ? <EmptyValue /> : <code className={styles.line}>{entry.value}</code>
    case 'text':
      return entry.value === '' ? <EmptyValue /> : <RichText html={entry.post_processed_value} />
    case 'int':
    case 'float':
      return entry.value === null ? <EmptyValue /> : <Figure of={entry.value} />
    case 'aid':
    case 'atid':
    case 'priority':
      return <Figure of={entry.value} />
    case 'subon':
    case 'lud':
      return <DateTime at={entry.value} as="exact" />
    case 'date':
      return entry.value === null ? (
        <EmptyValue />
      ) : (
        <DateTime at={entry.value} as={entry.is_time_displayed ? 'exact' : 'day'} />
      )
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
      // "None" among users is a user without id.
      return <Items field={field} of={entry.values.filter((item) => !('username' in item && item.id === null))} />
    case 'tbl':
      return <Items of={entry.bind_value_objects} />
    case 'subby':
    case 'luby':
      return <UserBadge user={entry.value} />
    case 'computed':
      return <Computed entry={entry} />
    case 'perm':
      return <Granted groups={entry.granted_groups} />
    case 'file':
      return entry.file_descriptions.length === 0 ? <EmptyValue /> : <Files files={entry.file_descriptions} />
    case 'art_link':
      return entry.links.length + entry.reverse_links.length === 0 ? (
        <EmptyValue />
      ) : (
        <Links forward={entry.links} reverse={entry.reverse_links} types={field?.allowed_types} />
      )
    case 'cross':
      return entry.value.length === 0 ? <EmptyValue /> : <References of={entry.value} />
    case 'burndown':
      return <Burndown chart={entry.value} />
    case 'ttmstepdef':
      return entry.value.length === 0 ? <EmptyValue /> : <Steps steps={entry.value} />
    default:
      return entry satisfies never
  }
}

const Figure = ({ of }: { readonly of: number }): ReactNode => <span className={styles.figure}>{formatNumber(of)}</span>

function Computed({ entry }: { readonly entry: Extract<ValueEntry, { type: 'computed' }> }): ReactNode {
  const value = entry.is_autocomputed ? entry.value : entry.manual_value
  if (value === null) return <EmptyValue />
  return (
    <span>
      <Figure of={value} />{' '}
      <span className={styles.aside}>
        {entry.is_autocomputed ? words.automatic : words.manual}
        {!entry.is_autocomputed && entry.value !== null && ` (${words.automatic}: ${formatNumber(entry.value)})`}
      </span>
    </span>
  )
}

type Reference = Extract<ValueEntry, { type: 'cross' }>['value'][number]

const References = ({ of }: { readonly of: readonly Reference[] }): ReactNode => {
  const { shown, more } = useFirst(of)
  return (
    <>
      <ul className={styles.items}>
        {shown.map(({ ref, url, direction }) => (
          <li key={url}>
            <Link href={buildPageUrl(url) ?? url} title={words.directions[direction]}>
              {ref}
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}
