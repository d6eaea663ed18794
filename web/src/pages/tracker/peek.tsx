import { type ReactNode, useEffect } from 'react'
import { ArtifactFields } from '../../artifact/artifact-fields.tsx'
import { ArtifactTitle } from '../../artifact/artifact-title.tsx'
import { CopyReference } from '../../artifact/copy-reference.tsx'
import { EditableBlock } from '../../artifact/editable-block.tsx'
import { History } from '../../artifact/history.tsx'
import { LiveUpdates } from '../../artifact/live-updates.tsx'
import { countEntries, Properties, StatusProperty } from '../../artifact/properties.tsx'
import { TextBlocks } from '../../artifact/text-blocks.tsx'
import { onWriteNote } from '../../data/artifact-writes.ts'
import { type OpenArtifact, useArtifact } from '../../data/artifacts.ts'
import { useTracker } from '../../data/trackers.ts'
import { useVisit } from '../../data/visits.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { IconButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './peek.module.css'

const words = texts.tracker

interface PeekProps {
  readonly id: number
  /** undefined: there is none. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

/** An artifact next to the list that it was opened from. */
export function Peek({ id, onPrevious, onNext, onClose }: PeekProps): ReactNode {
  const artifact = useArtifact(String(id))
  const { data } = artifact
  // Also one that the user cannot see: the list may be older, and so may a link.
  const isMissing = [403, 404].includes(artifact.error?.status ?? 0)
  useEffect(() => onWriteNote(announce), [])
  return (
    <aside className={styles.peek} aria-label={data?.xref ?? `#${id}`}>
      <header className={styles.bar}>
        <ColorMark color={data?.tracker.color_name} />
        <span>{data?.xref ?? `#${id}`}</span>
        {data && <CopyReference text={data.xref} />}
        <span className={styles.buttons}>
          <IconButton icon="chevron-up" label={words.previous} isDisabled={!onPrevious} onPress={onPrevious} />
          <IconButton icon="chevron-down" label={words.next} isDisabled={!onNext} onPress={onNext} />
          <Link href={`/artifacts/${id}`} className={styles.open} aria-label={words.openPage} title={words.openPage}>
            <Icon name="external" />
          </Link>
          <IconButton icon="close" label={words.closePeek} onPress={onClose} />
        </span>
      </header>
      <div className={styles.inside} data-scrolls>
        <Loaded
          from={artifact}
          skeleton={<Skeleton shape="lines" rows={8} />}
          {...(isMissing && {
            failed: () => <EmptyState icon="search" title={texts.states.notFound} />,
          })}
        >
          {(loadedArtifact) => <Content key={loadedArtifact.id} artifact={loadedArtifact} />}
        </Loaded>
      </div>
    </aside>
  )
}

function Content({ artifact }: { readonly artifact: OpenArtifact }): ReactNode {
  const tracker = useTracker(artifact.tracker.id)
  useVisit(artifact, false)
  if (artifact.values === null || tracker.data === undefined) {
    return (
      <>
        <h2 className={styles.title}>{artifact.title || `${texts.artifact.untitled} #${artifact.id}`}</h2>
        <Skeleton shape="lines" rows={8} />
      </>
    )
  }
  return (
    <ArtifactFields artifact={artifact} values={artifact.values} tracker={tracker.data}>
      {({ status, properties, texts: blocks, links, files, references }, entries) => (
        <>
          <LiveUpdates artifact={artifact.id} project={artifact.project.id} />
          <div>
            <ArtifactTitle
              artifact={artifact}
              values={entries}
              heading={(title) => <h2 className={styles.title}>{title}</h2>}
            />
            {status && <StatusProperty artifact={artifact} placed={status} />}
            {properties.map(({ id, fields }) => (
              <Properties key={id} fields={fields} />
            ))}
          </div>
          <TextBlocks fields={blocks} />
          {[...links, ...files, ...references]
            .filter(({ entry }) => countEntries(entry) > 0)
            .map(({ field, entry }) => (
              <EditableBlock key={field.field_id} field={field} entry={entry} count={countEntries(entry)} isSmall />
            ))}
          <History artifact={artifact.id} project={artifact.project.id} canComment={artifact.can_update === true} />
        </>
      )}
    </ArtifactFields>
  )
}
