import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { representExport } from '../../../../src/archives/representations/export.ts'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { readResource, sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { formatBytes } from '../../data/format-bytes.ts'
import { buildQueryKey } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { reportFailure } from '../../design/show-error.ts'
import styles from '../../frame/administration.module.css'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import own from './project-admin-archive-page.module.css'

const words = texts.projectAdmin.archive

type Export = ReturnType<typeof representExport>

/** All of a project in one file, written in the background. */
export const ProjectAdminArchivePage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => <Archive project={project} />}
  </ProjectAdminFrame>
)

function Archive({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const exportId = new URLSearchParams(useSearch()).get('export')
  const [, navigate] = useLocation()
  const make = async (): Promise<void> => {
    const { id } = await sendChange<Export>('POST', `/projects/${project.id}/exports`)
    navigate(`/projects/${project.shortname}/admin/archive?export=${id}`)
  }
  return (
    <div className={styles.page}>
      <p>{words.what}</p>
      <div>
        <Button
          kind={exportId === null ? 'primary' : 'plain'}
          onPress={() => void reportFailure(make(), words.pending)}
        >
          {exportId === null ? words.make : words.again}
        </Button>
      </div>
      {exportId !== null && <Progress id={exportId} />}
    </div>
  )
}

function Progress({ id }: { readonly id: string }): ReactNode {
  const path = `/project_exports/${id}`
  const { data, error } = useQuery<Export, Failure>({
    queryKey: buildQueryKey(path),
    queryFn: ({ signal }) => readResource<Export>(path, undefined, signal),
    refetchInterval: ({ state }) => (state.data && ['done', 'failed'].includes(state.data.status) ? false : 1500),
  })
  if (error !== null && data === undefined) return <Notice kind="negative" title={error.message} />
  if (data === undefined) return null
  const { status, size } = data
  return (
    <div className={styles.narrow} role="status">
      <Notice kind={status === 'done' ? 'positive' : status === 'failed' ? 'negative' : 'info'} title={words[status]}>
        {status === 'failed' && words.failedText}
        {(status === 'pending' || status === 'running') && words.wait}
        {status === 'done' && (
          <a className={own.download} href={`/api${path}/archive`} download>
            <Icon name="download" />
            <span>{words.download(formatBytes(size ?? 0))}</span>
          </a>
        )}
      </Notice>
    </div>
  )
}
