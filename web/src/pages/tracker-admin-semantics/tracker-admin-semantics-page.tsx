import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useNavigation } from '../../data/navigation.ts'
import { useList, useResource } from '../../data/queries.ts'
import { Badge, ColorMark } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { useIdle } from '../../design/use-idle.ts'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { describeSemantic, findField, listStatusValues, type NamedTracker } from './describe-semantic.ts'
import { Example } from './examples.tsx'
import { SemanticForm } from './semantic-form.tsx'
import {
  buildMember,
  createDraft,
  type Draft,
  type Member,
  type SemanticName,
  type Semantics,
  semanticNames,
} from './semantics.ts'
import styles from './tracker-admin-semantics.module.css'

const words = trackerAdminTexts.trackerSemantics

/** Which fields of a tracker have a meaning, one card for each semantic. */
export const TrackerAdminSemanticsPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.semantics} intro={words.intro}>
    {(tracker) => <SemanticCards tracker={tracker} />}
  </TrackerAdminFrame>
)

function SemanticCards({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode {
  const semantics = useResource<Semantics>(`/trackers/${tracker.id}/semantics`)
  // The choices are shown first: the examples would be one request more than a first view may send.
  const artifacts = useList<ArtifactRepresentation>(
    `/trackers/${tracker.id}/artifacts`,
    { limit: 1, order: 'desc', values: 'all' },
    { isWanted: useIdle() },
  )
  const places = useNavigation(tracker.project.id).data?.project?.trackers ?? []
  const trackers = places.filter(({ id }) => id !== tracker.id)
  return (
    <Loaded from={semantics}>
      {(current) => (
        <div className={styles.cards}>
          {semanticNames.map((name) => (
            <SemanticCard
              key={name}
              {...{ name, tracker, trackers }}
              saved={current[name]}
              artifact={artifacts.data && (artifacts.data.items[0] ?? null)}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}

interface CardProps {
  readonly name: SemanticName
  readonly tracker: TrackerRepresentation
  readonly trackers: readonly NamedTracker[]
  readonly saved: Member | undefined
  /** The example; undefined: not known yet; null: the tracker has none. */
  readonly artifact: ArtifactRepresentation | null | undefined
}

function SemanticCard({ name, tracker, trackers, saved, artifact }: CardProps): ReactNode {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const wasOpen = useRef(false)
  const isOpen = draft !== null
  useEffect(() => {
    // The button takes the place of the form.
    if (wasOpen.current && !isOpen) card.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const label = words.labels[name]
  const shown = draft === null ? saved : buildMember(name, draft)
  return (
    <section ref={card} aria-labelledby={id} className={styles.card} data-name={name}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h2 id={id}>{label}</h2>
          {saved === undefined && <Badge>{words.notSet}</Badge>}
        </div>
        {!isOpen && (
          <Button
            icon={saved === undefined ? 'plus' : 'edit'}
            label={saved === undefined ? words.chooseOf(label) : words.changeOf(label)}
            onPress={() => setDraft(createDraft(name, saved))}
          >
            {saved === undefined ? words.choose : words.change}
          </Button>
        )}
      </div>
      <p className={styles.meaning}>{words.meanings[name]}</p>
      <div className={styles.columns}>
        <div className={styles.choice}>
          {draft === null ? (
            <Choice name={name} saved={saved} tracker={tracker} trackers={trackers} />
          ) : (
            <SemanticForm
              {...{ name, tracker, trackers, saved, draft }}
              onChange={setDraft}
              onClose={() => setDraft(null)}
            />
          )}
        </div>
        {(saved !== undefined || isOpen) && (
          <Example {...{ name, tracker, trackers, artifact }} member={shown} isPreview={isOpen} />
        )}
      </div>
    </section>
  )
}

/** The present choice, or what is missing without one. */
function Choice({
  name,
  saved,
  tracker,
  trackers,
}: Pick<CardProps, 'name' | 'saved' | 'tracker' | 'trackers'>): ReactNode {
  const uses = (
    <div>
      <dt>{words.used}</dt>
      <dd>{words.uses[name]}</dd>
    </div>
  )
  if (saved === undefined)
    return (
      <>
        {name === 'status' ? (
          <Notice kind="caution" title={words.noStatus}>
            <p>{words.noStatusText}</p>
          </Notice>
        ) : (
          <p>{words.missing[name]}</p>
        )}
        <dl className={styles.facts}>{uses}</dl>
      </>
    )
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{'field_id' in saved ? words.field : words.formLabel}</dt>
        <dd>{describeSemantic(saved, tracker, trackers)}</dd>
      </div>
      {'value_ids' in saved && <OpenValues saved={saved} tracker={tracker} />}
      {uses}
    </dl>
  )
}

interface OpenValuesProps extends Pick<CardProps, 'tracker'> {
  readonly saved: Extract<Member, { readonly value_ids: unknown }>
}

function OpenValues({ saved, tracker }: OpenValuesProps): ReactNode {
  const open = new Set(saved.value_ids)
  const values = listStatusValues(findField(tracker, saved.field_id)).filter(({ id }) => open.has(id))
  return (
    <div>
      <dt>{words.openValues}</dt>
      <dd>
        {open.size === 0 ? (
          words.noOpenValue
        ) : (
          <ul className={styles.values}>
            {values.map(({ id, label, color }) => (
              <li key={id}>
                {color !== null && <ColorMark color={color} />}
                {label}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  )
}
