import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { readResource, sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { formatBytes } from '../../data/format-bytes.ts'
import { renewProjects } from '../../data/projects.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { formatPercent } from '../../design/format-percent.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import { texts } from '../../texts/texts.ts'
import { CancelButton } from './cancel-button.tsx'
import styles from './import.module.css'
import { Counts, Findings, UserPlan } from './import-report.tsx'
import { ImportResult } from './import-result.tsx'
import type { ProjectImport } from './project-import.ts'
import { UploadProgress } from './upload-progress.tsx'

const words = projectImportTexts

const pollMs = 700
const isMoving = (status: ProjectImport['status']): boolean => ['waiting', 'queued', 'running'].includes(status)

/** An import from its upload to its end: each state has its URL, and reloading shows it again. */
export function ImportReview({ id }: { readonly id: number }): ReactNode {
  const path = `/project_imports/${id}`
  const projectImport = useQuery<ProjectImport, Failure>({
    queryKey: buildQueryKey(path),
    queryFn: ({ signal }) => readResource<ProjectImport>(path, undefined, signal),
    refetchInterval: ({ state }) => (state.data && !isMoving(state.data.status) ? false : pollMs),
  })
  const isDone = projectImport.data?.status === 'done'
  useEffect(() => {
    if (isDone) void renewProjects()
  }, [isDone])
  return (
    <>
      <PageHead
        title={projectImport.data === undefined ? words.title : words.importing(projectImport.data.shortname)}
        path={[
          { title: texts.projects.title, href: '/projects' },
          { title: texts.newProject.title, href: '/projects/new' },
        ]}
      >
        {projectImport.data && (
          <p>{words.from(projectImport.data.file_name, formatBytes(projectImport.data.file_size))}</p>
        )}
      </PageHead>
      <Loaded from={projectImport}>{(data) => <Stage projectImport={data} />}</Loaded>
    </>
  )
}

function Stage({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  switch (projectImport.status) {
    case 'waiting':
      return <UploadProgress projectImport={projectImport} />
    case 'queued':
    case 'running':
      return <Working projectImport={projectImport} />
    case 'checked':
      return <Plan projectImport={projectImport} />
    case 'done':
      return <ImportResult projectImport={projectImport} />
    default:
      return <Ended projectImport={projectImport} />
  }
}

function Working({
  projectImport: { id, status, progress, upload_href },
}: {
  readonly projectImport: ProjectImport
}): ReactNode {
  const label = progress === null ? words[status === 'queued' ? 'queued' : 'checking'] : words[progress.step]
  return (
    <section className={styles.stage} aria-label={label}>
      <p role="status">{label}</p>
      <progress
        className={styles.bar}
        aria-label={label}
        {...(progress !== null && progress.total > 0 && { max: progress.total, value: progress.done })}
      />
      {progress !== null && progress.total > 0 && (
        <p className={styles.fact}>{formatPercent(progress.done / progress.total)}</p>
      )}
      <CancelButton id={id} href={upload_href} />
    </section>
  )
}

/** What would be imported; nothing is written yet. */
function Plan({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  const mayChoose = useSession().data?.is_site_administrator === true
  const heading = useId()
  const send = async (values: FormValues): Promise<void> => {
    const users = projectImport.users.flatMap(({ login }, place) => {
      const account = values.text(`account-${place}`).trim()
      return account === '' ? [] : [{ login, account }]
    })
    const path = `/project_imports/${projectImport.id}`
    const body = { confirmed: true, ...(users.length > 0 && { users }) }
    const confirmed = await sendChange<ProjectImport>('PATCH', path, body)
    queryCache.setQueryData(buildQueryKey(path), confirmed)
  }
  return (
    <Form onSend={send} label={words.plan}>
      <Notice kind="info" title={words.nothingWritten}>
        {words.nothingWrittenText}
      </Notice>
      <section aria-labelledby={heading} className={styles.part}>
        <h2 id={heading}>{words.plan}</h2>
        {projectImport.counts && <Counts counts={projectImport.counts} />}
      </section>
      <UserPlan projectImport={projectImport} mayChoose={mayChoose} />
      <Findings
        title={words.remarks}
        none={words.noRemarks}
        list={projectImport.remarks}
        further={projectImport.further_remarks}
      />
      {projectImport.ignored.length > 0 && (
        <p className={styles.fact}>{words.ignored(projectImport.ignored.join(', '))}</p>
      )}
      <FormActions>
        <Button kind="primary" type="submit">
          {words.confirm}
        </Button>
        <CancelButton id={projectImport.id} href={projectImport.upload_href} />
      </FormActions>
    </Form>
  )
}

function Ended({ projectImport }: { readonly projectImport: ProjectImport }): ReactNode {
  const isFailed = projectImport.status === 'failed'
  const status = isFailed ? 'failed' : projectImport.status === 'expired' ? 'expired' : 'cancelled'
  return (
    <>
      <Notice kind={isFailed ? 'negative' : 'info'} title={words.ended[status].title}>
        {words.ended[status].text}
      </Notice>
      {isFailed && (
        <Findings
          title={words.problems}
          none={words.noRemarks}
          list={projectImport.problems}
          further={projectImport.further_problems}
        />
      )}
      {projectImport.remarks.length > 0 && (
        <Findings
          title={words.remarks}
          none={words.noRemarks}
          list={projectImport.remarks}
          further={projectImport.further_remarks}
        />
      )}
      <div className={styles.actions}>
        <LinkButton kind="primary" href="/projects/new?from=archive">
          {words.again}
        </LinkButton>
      </div>
    </>
  )
}
