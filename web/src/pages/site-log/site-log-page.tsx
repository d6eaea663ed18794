import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOffset, withQuery } from '../../data/page-of.ts'
import { useList, useRead } from '../../data/queries.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import styles from '../../frame/administration.module.css'
import { LogEntries, type LogEntry } from '../../frame/log-entries.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
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
  const asked = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as LogFilter
  const offset = useOffset()
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const entries = useList<LogEntry>('/audit_log', { limit, offset, ...said })
  return (
    <div className={styles.page}>
      <Filters key={JSON.stringify(asked)} asked={asked} />
      <LogEntries from={entries} {...{ offset, limit }} hrefAt={(to) => withQuery(path, { ...asked, offset: to })} />
    </div>
  )
}

function Filters({ asked }: { readonly asked: LogFilter }): ReactNode {
  const [, navigate] = useLocation()
  const { data: actions = [] } = useRead<readonly string[]>('/audit_actions')
  const offered = asked.action === '' || actions.includes(asked.action) ? actions : [asked.action, ...actions]
  return (
    <div className={styles.filters}>
      <Form
        label={words.submit}
        onSend={async (values) =>
          navigate(withQuery(path, Object.fromEntries(names.map((name) => [name, values.text(name).trim()]))))
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
