import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { findInCachedLists, useResource } from '../../data/queries.ts'
import { useTracker } from '../../data/trackers.ts'
import { Badge, ColorMark } from '../../design/badge.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-page.module.css'
import { FieldSets } from './field-sets.tsx'
import { History } from './history.tsx'

const words = texts.artifact

/** An artifact: its values in the layout of its tracker, and its history. */
export function ArtifactPage({ params }: PageProps): ReactNode {
  const id = params['id'] ?? ''
  const artifact = useResource<ArtifactRepresentation>(`/artifacts/${id}`, undefined, {
    known: () => listedArtifact(id),
  })
  const project = artifact.data?.project
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: null })
  return <QueryResult from={artifact}>{(found) => <ArtifactContent artifact={found} />}</QueryResult>
}

/** Lists contain everything except its values. */
const listedArtifact = (id: string): ArtifactRepresentation | undefined =>
  findInCachedLists<ArtifactRepresentation>(/^\/trackers\/\d+\/artifacts$/, (each) => String(each.id) === id)

function ArtifactContent({ artifact }: { readonly artifact: ArtifactRepresentation }): ReactNode {
  const tracker = useTracker(artifact.tracker.id)
  const skeleton = <Skeleton shape="lines" rows={8} />
  return (
    <article>
      <Head artifact={artifact} />
      <Loaded from={tracker} skeleton={skeleton}>
        {(found: TrackerRepresentation) => (
          <div className={styles.parts}>
            {artifact.values === null ? skeleton : <FieldSets tracker={found} values={artifact.values} />}
            <History artifact={artifact.id} />
          </div>
        )}
      </Loaded>
    </article>
  )
}

const Head = ({ artifact }: { readonly artifact: ArtifactRepresentation }): ReactNode => (
  <PageHead
    title={artifact.title || `${words.untitled} #${artifact.id}`}
    mark={
      <span className={styles.reference}>
        <ColorMark color={artifact.tracker.color_name} />
        {artifact.xref}
      </span>
    }
    path={[
      { title: artifact.project.label, href: `/projects/${artifact.project.id}` },
      { title: artifact.tracker.label, href: `/trackers/${artifact.tracker.id}` },
    ]}
    actions={<CopyButton kind="quiet" text={artifact.xref} label={words.copyReference} />}
  >
    <div className={styles.facts}>
      {artifact.full_status && <Badge color={artifact.full_status.color}>{artifact.full_status.value}</Badge>}
      <span>
        {words.submitted} <DateTime at={artifact.submitted_on} /> {words.by}
      </span>
      <UserBadge user={artifact.submitted_by_user} />
      {artifact.last_modified_date !== artifact.submitted_on && (
        <span>
          {words.updated} <DateTime at={artifact.last_modified_date} />
        </span>
      )}
    </div>
  </PageHead>
)
