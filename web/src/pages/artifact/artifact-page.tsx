import { type ReactNode, useEffect, useId } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { type FieldContext, FieldContextProvider } from '../../artifact/field-context.tsx'
import { itemsOf, labelOf } from '../../artifact/kinds/list-options.ts'
import { onWriteNote, useFieldEdits } from '../../data/artifact-writes.ts'
import { type OpenArtifact, useArtifact } from '../../data/artifacts.ts'
import { useTracker, type ValueEntry } from '../../data/trackers.ts'
import { announce } from '../../design/announce.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useTitle } from '../../design/title.ts'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-page.module.css'
import { Head } from './head.tsx'
import { History } from './history.tsx'
import { arrangeFields } from './layout.ts'
import { Side } from './side.tsx'
import { TextBlocks } from './text-blocks.tsx'

/** An artifact: its title, texts and history, with its properties at the side. */
export function ArtifactPage({ params }: PageProps): ReactNode {
  const artifact = useArtifact(params['id'] ?? '')
  const project = artifact.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: artifact.data?.tracker.id ?? null },
  )
  useEffect(() => onWriteNote(announce), [])
  return <QueryResult from={artifact}>{(found) => <Content key={found.id} artifact={found} />}</QueryResult>
}

function Content({ artifact }: { readonly artifact: OpenArtifact }): ReactNode {
  const tracker = useTracker(artifact.tracker.id)
  const titleId = useId()
  useTitle(artifact.title || `${texts.artifact.untitled} #${artifact.id}`)
  const skeleton = <Skeleton shape="lines" rows={8} />
  return (
    <article className={styles.artifact} data-flush aria-labelledby={titleId}>
      {artifact.values === null || tracker.data === undefined ? (
        <div className={styles.head}>
          <h1 id={titleId}>{artifact.title || `${texts.artifact.untitled} #${artifact.id}`}</h1>
          <Loaded from={tracker} skeleton={skeleton}>
            {() => skeleton}
          </Loaded>
        </div>
      ) : (
        <Fields artifact={artifact} values={artifact.values} tracker={tracker.data} titleId={titleId} />
      )}
    </article>
  )
}

interface FieldsProps {
  readonly artifact: OpenArtifact
  readonly values: readonly ValueEntry[]
  readonly tracker: TrackerRepresentation
  readonly titleId: string
}

function Fields({ artifact, values, tracker, titleId }: FieldsProps): ReactNode {
  const edits = useFieldEdits(artifact.id)
  const stored = new Map(values.map((entry) => [entry.field_id, entry]))
  const pending = [...edits.values()].filter(({ state }) => state.kind === 'saving' || state.kind === 'retrying')
  const shown = new Map([...stored, ...pending.map((edit) => [edit.fieldId, edit.shown] as const)])
  const layout = arrangeFields(tracker, stored, new Set(artifact.hidden_fieldsets))
  const [status] = layout.status === null ? [] : itemsOf(shown.get(layout.status.field.field_id) ?? null)
  const reason = texts.editing.frozen(status === undefined ? '' : labelOf(status))
  const context: FieldContext = {
    artifact: artifact.id,
    project: artifact.project.id,
    tracker,
    values: shown,
    frozen: new Map(artifact.frozen_fields?.map((id) => [id, reason])),
  }
  return (
    <FieldContextProvider value={context}>
      <Head artifact={artifact} tracker={tracker} values={stored} titleId={titleId} />
      <Side artifact={artifact} layout={layout} />
      <div className={styles.body}>
        <TextBlocks fields={layout.texts} />
        <History artifact={artifact.id} project={artifact.project.id} canComment={artifact.can_update === true} />
      </div>
    </FieldContextProvider>
  )
}
