import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ArtifactFields } from '../../artifact/artifact-fields.tsx'
import { History } from '../../artifact/history.tsx'
import { LiveUpdates } from '../../artifact/live-updates.tsx'
import { TextBlocks } from '../../artifact/text-blocks.tsx'
import { onWriteNote } from '../../data/artifact-writes.ts'
import { type OpenArtifact, useArtifact } from '../../data/artifacts.ts'
import { useTracker } from '../../data/trackers.ts'
import { useVisit } from '../../data/visits.ts'
import { AfterPaint } from '../../design/after-paint.tsx'
import { announce } from '../../design/announce.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useTitle } from '../../design/title.ts'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { usePageActions } from '../../frame/page-actions.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-page.module.css'
import { Head } from './head.tsx'
import { Side } from './side.tsx'
import { useSections } from './use-sections.ts'

/** An artifact: its title, texts and history, with its properties at the side. */
export function ArtifactPage({ params }: PageProps): ReactNode {
  const artifact = useArtifact(params['id'] ?? '')
  const project = artifact.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: artifact.data?.tracker.id ?? null },
  )
  useEffect(() => onWriteNote(announce), [])
  return <QueryResult from={artifact}>{(data) => <Content key={data.id} artifact={data} />}</QueryResult>
}

function Content({ artifact }: { readonly artifact: OpenArtifact }): ReactNode {
  const tracker = useTracker(artifact.tracker.id)
  const titleId = useId()
  const page = useRef<HTMLElement>(null)
  usePageActions([], { name: artifact.xref, title: artifact.title ?? '' })
  useVisit(artifact, true)
  useSections(page)
  useTitle(artifact.title || `${texts.artifact.untitled} #${artifact.id}`)
  const skeleton = <Skeleton shape="lines" rows={8} />
  return (
    <article ref={page} className={styles.artifact} data-flush aria-labelledby={titleId}>
      {artifact.values === null || tracker.data === undefined ? (
        <div className={styles.head}>
          <h1 id={titleId}>{artifact.title || `${texts.artifact.untitled} #${artifact.id}`}</h1>
          <Loaded from={tracker} skeleton={skeleton}>
            {() => skeleton}
          </Loaded>
        </div>
      ) : (
        <ArtifactFields artifact={artifact} values={artifact.values} tracker={tracker.data}>
          {(layout, entries) => (
            <>
              <Head artifact={artifact} tracker={tracker.data} values={entries} titleId={titleId} />
              <Side artifact={artifact} layout={layout} />
              <div className={styles.body}>
                <TextBlocks fields={layout.texts} />
                <AfterPaint room={<div className={styles.room} />}>
                  <History
                    artifact={artifact.id}
                    project={artifact.project.id}
                    canComment={artifact.can_update === true}
                  />
                </AfterPaint>
              </div>
            </>
          )}
        </ArtifactFields>
      )}
      <LiveUpdates artifact={artifact.id} project={artifact.project.id} />
    </article>
  )
}
