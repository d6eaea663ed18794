import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { Badge } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { buildPageUrl } from '../../design/page-url.ts'
import { RichText } from '../../design/rich-text.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { pageLocale } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import { Burndown } from './burndown.tsx'
import { EmptyValue } from './empty-value.tsx'
import { Files } from './files.tsx'
import { Links } from './links.tsx'
import { Steps } from './steps.tsx'
import styles from './value.module.css'

const words = texts.artifact

/** The value of one field, rendered by type. */
export function Value({ entry }: { readonly entry: ValueEntry }): ReactNode {
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
      return <Items of={entry.values} />
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
        <Links forward={entry.links} reverse={entry.reverse_links} />
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

const Figure = ({ of }: { readonly of: number }): ReactNode => (
  <span className={styles.figure}>{of.toLocaleString(pageLocale)}</span>
)

type Item = Extract<ValueEntry, { type: 'tbl' }>['bind_value_objects'][number]

/** Values of a list: labels with colors, users, groups, open values. */
const Items = ({ of }: { readonly of: readonly Item[] }): ReactNode =>
  of.length === 0 ? (
    <EmptyValue />
  ) : (
    <ul className={styles.items}>
      {of.map((item) => (
        <li key={'username' in item ? `user ${item.id}` : `value ${item.id}`}>
          {'username' in item ? <UserBadge user={item} /> : <Badge color={colorOf(item)}>{item.label}</Badge>}
        </li>
      ))}
    </ul>
  )

function colorOf(item: Exclude<Item, { username: unknown }>): string | null {
  if (!('tlp_color' in item)) return null
  if (item.tlp_color !== null) return item.tlp_color
  if (item.color === null) return null
  return `#${[item.color.r, item.color.g, item.color.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function Computed({ entry }: { readonly entry: Extract<ValueEntry, { type: 'computed' }> }): ReactNode {
  const value = entry.is_autocomputed ? entry.value : entry.manual_value
  if (value === null) return <EmptyValue />
  return (
    <span>
      <Figure of={value} />{' '}
      <span className={styles.aside}>
        {entry.is_autocomputed ? words.automatic : words.manual}
        {!entry.is_autocomputed &&
          entry.value !== null &&
          ` (${words.automatic}: ${entry.value.toLocaleString(pageLocale)})`}
      </span>
    </span>
  )
}

const Granted = ({ groups }: { readonly groups: readonly string[] }): ReactNode =>
  groups.length === 0 ? (
    <span>{words.everybody}</span>
  ) : (
    <ul className={styles.items} aria-label={words.onlyGroups}>
      {groups.map((group) => (
        <li key={group}>
          <Badge>
            <Icon name="lock" />
            {group}
          </Badge>
        </li>
      ))}
    </ul>
  )

type Reference = Extract<ValueEntry, { type: 'cross' }>['value'][number]

const References = ({ of }: { readonly of: readonly Reference[] }): ReactNode => (
  <ul className={styles.items}>
    {of.map(({ ref, url, direction }) => (
      <li key={url}>
        <Link href={buildPageUrl(url) ?? url} title={words.directions[direction]}>
          {ref}
        </Link>
      </li>
    ))}
  </ul>
)
