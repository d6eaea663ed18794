import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuditEntryRepresentation } from '../../../../src/platform/representations/audit-entry.ts'
import { useOffset, withQuestions } from '../../data/page-of.ts'
import { useList, useRead } from '../../data/queries.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Hidden } from '../../design/hidden.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { Moment } from '../../design/moment.tsx'
import { Pager } from '../../design/pager.tsx'
import { Person } from '../../design/person.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'
import own from './site-log-page.module.css'

const words = texts.site.log
const limit = 50
const path = '/site/log'
const names = ['query', 'user', 'action', 'since', 'until'] as const

type Entry = AuditEntryRepresentation
type Asked = Readonly<Record<(typeof names)[number], string>>

/** Who did what, searched by the address of the page. */
export const SiteLogPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <Log />
  </SiteFrame>
)

function Log(): ReactNode {
  const search = new URLSearchParams(useSearch())
  const asked = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Asked
  const offset = useOffset()
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const entries = useList<Entry>('/audit_log', { limit, offset, ...said })
  return (
    <div className={styles.page}>
      <Filters key={JSON.stringify(asked)} asked={asked} />
      <Loaded from={entries} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty icon="search" title={words.empty} />
          ) : (
            <>
              <p className={styles.count}>{words.total(total)}</p>
              <Table
                isStacked
                label={words.label}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                total={total}
                isStale={entries.isPlaceholderData}
              />
              <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuestions(path, { ...asked, offset: to })} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Filters({ asked }: { readonly asked: Asked }): ReactNode {
  const [, navigate] = useLocation()
  const { data: actions = [] } = useRead<readonly string[]>('/audit_actions')
  const offered = asked.action === '' || actions.includes(asked.action) ? actions : [asked.action, ...actions]
  return (
    <div className={styles.filters}>
      <Form
        label={words.submit}
        onSend={async (values) =>
          navigate(withQuestions(path, Object.fromEntries(names.map((name) => [name, values.text(name).trim()]))))
        }
      >
        <TextField name="query" type="search" label={words.query} defaultValue={asked.query} autoComplete="off" />
        <TextField name="user" label={words.user} defaultValue={asked.user} autoComplete="off" />
        <Select
          key={offered.length}
          name="action"
          label={words.action}
          defaultValue={asked.action}
          options={[{ value: '', label: words.every }, ...offered.map((value) => ({ value, label: value }))]}
        />
        <TextField name="since" type="date" label={words.since} defaultValue={asked.since} autoComplete="off" />
        <TextField name="until" type="date" label={words.until} defaultValue={asked.until} autoComplete="off" />
        <FormActions>
          <Button type="submit" icon="search">
            {words.submit}
          </Button>
          {names.some((name) => asked[name] !== '') && (
            <LinkButton kind="quiet" href={path}>
              {words.clear}
            </LinkButton>
          )}
        </FormActions>
      </Form>
    </div>
  )
}

const columns: readonly Column<Entry>[] = [
  { key: 'at', title: words.at, cell: ({ at }) => <Moment at={at} as="exact" /> },
  { key: 'who', title: words.who, cell: ({ user }) => (user === null ? words.nobody : <Person user={user} />) },
  { key: 'what', title: words.what, isRowHead: true, cell: ({ action }) => action },
  { key: 'subject', title: words.subject, cell: ({ subject }) => <span className={own.subject}>{subject}</span> },
  { key: 'address', title: words.address, cell: ({ address }) => address ?? '' },
  { key: 'detail', title: words.detail, cell: (entry) => <Detail of={entry} /> },
]

function Detail({ of }: { readonly of: Entry }): ReactNode {
  const said = Object.entries(of.detail)
  if (said.length === 0) return null
  return (
    <details className={own.detail}>
      <summary>
        <span aria-hidden="true">{words.detail}</span>
        <Hidden>{words.detailOf(of.action, of.subject)}</Hidden>
      </summary>
      <dl>
        {said.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
