import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useList, useResource } from '../../data/queries.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import styles from '../../frame/administration.module.css'
import { LogEntries, type LogEntry } from '../../frame/log-entries.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { describeAuditAction } from '../../texts/audit-actions.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.site.log
const limit = 50
const path = '/site/log'
const names = ['query', 'user', 'action', 'since', 'until'] as const

type LogFilter = Readonly<Record<(typeof names)[number], string>>

/** The audit log, filtered by the URL of the page. */
export const SiteLogPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <Log />
  </SiteFrame>
)

function Log(): ReactNode {
  const search = new URLSearchParams(useSearch())
  const logFilter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as LogFilter
  const offset = useOffset()
  const parameters = Object.fromEntries(Object.entries(logFilter).filter(([, value]) => value !== ''))
  const entries = useList<LogEntry>('/audit_log', { limit, offset, ...parameters })
  return (
    <div className={styles.page}>
      <Filters key={JSON.stringify(logFilter)} logFilter={logFilter} />
      <LogEntries
        from={entries}
        {...{ offset, limit }}
        hrefAt={(to) => withQuery(path, { ...logFilter, offset: to })}
      />
    </div>
  )
}

function Filters({ logFilter }: { readonly logFilter: LogFilter }): ReactNode {
  const [, navigate] = useLocation()
  const { data: actions = [] } = useResource<readonly string[]>('/audit_actions')
  const offered =
    logFilter.action === '' || actions.includes(logFilter.action) ? actions : [logFilter.action, ...actions]
  return (
    <div className={styles.filters}>
      <Form
        isLeftFreely
        label={words.submit}
        onSend={async (values) =>
          navigate(withQuery(path, Object.fromEntries(names.map((name) => [name, values.text(name).trim()]))))
        }
      >
        <TextField name="query" type="search" label={words.query} defaultValue={logFilter.query} autoComplete="off" />
        <TextField name="user" label={words.user} defaultValue={logFilter.user} autoComplete="off" />
        <Select
          key={offered.length}
          name="action"
          label={words.action}
          defaultValue={logFilter.action}
          options={[
            { value: '', label: words.every },
            ...offered.map((value) => ({ value, label: describeAuditAction(value) })),
          ]}
        />
        <TextField name="since" type="date" label={words.since} defaultValue={logFilter.since} autoComplete="off" />
        <TextField name="until" type="date" label={words.until} defaultValue={logFilter.until} autoComplete="off" />
        <FormActions>
          <Button type="submit" icon="search">
            {words.submit}
          </Button>
          {names.some((name) => logFilter[name] !== '') && (
            <LinkButton kind="quiet" href={path}>
              {words.clear}
            </LinkButton>
          )}
        </FormActions>
      </Form>
    </div>
  )
}
