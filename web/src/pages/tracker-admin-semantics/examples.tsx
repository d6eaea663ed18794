import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { Badge } from '../../design/badge.tsx'
import { Link } from '../../design/link.tsx'
import { listItems } from '../../fields/editors/list-options.ts'
import { FieldContextProvider } from '../../fields/field-context.tsx'
import { getFieldType, isEmptyEntry } from '../../fields/registry.ts'
import { Value } from '../../fields/value.tsx'
import { EmptyValue } from '../../fields/values/empty-value.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { describeTracker, findField, type NamedTracker } from './describe-semantic.ts'
import styles from './examples.module.css'
import { childType, type Member, type SemanticName } from './semantics.ts'

const words = trackerAdminTexts.trackerSemantics

interface ExampleProps {
  readonly name: SemanticName
  /** undefined: not set; null: not complete. */
  readonly member: Member | undefined | null
  readonly tracker: TrackerRepresentation
  readonly trackers: readonly NamedTracker[]
  /** undefined: not known yet; null: the tracker has none. */
  readonly artifact: ArtifactRepresentation | null | undefined
  /** It shows a choice that is not saved. */
  readonly isPreview: boolean
}

/** What a semantic does to an artifact of the tracker. */
export const Example = ({ isPreview, ...props }: ExampleProps): ReactNode => (
  <div className={styles.example}>
    <p className={styles.caption}>{isPreview ? words.exampleNow : words.example}</p>
    <ExampleText {...props} />
  </div>
)

function ExampleText({ name, member, tracker, trackers, artifact }: Omit<ExampleProps, 'isPreview'>): ReactNode {
  if (artifact === undefined) return <p className={styles.room} />
  if (artifact === null) return <Aside>{words.noArtifact}</Aside>
  if (member === null) return <Aside>{words.incomplete}</Aside>
  const semantics = { ...tracker.semantics, [name]: member }
  const values = new Map((artifact.values ?? []).map((entry) => [entry.field_id, entry]))
  const context = { artifact: artifact.id, project: tracker.project.id, tracker: { ...tracker, semantics }, values }
  return (
    <FieldContextProvider value={{ ...context, frozen: new Map() }}>
      <Row name={name} member={member} tracker={tracker} artifact={artifact} trackers={trackers} values={values} />
    </FieldContextProvider>
  )
}

interface RowProps extends Omit<ExampleProps, 'isPreview' | 'member'> {
  readonly member: Member | undefined
  readonly artifact: ArtifactRepresentation
  readonly values: ReadonlyMap<number, ValueEntry>
}

/** The artifact as a list shows it, with what the semantic adds. */
const Row = (props: RowProps): ReactNode => {
  const { name, member, artifact } = props
  return (
    <>
      <p className={styles.artifact}>
        <Link href={`/artifacts/${artifact.id}`}>{artifact.xref}</Link>
        {name === 'title' ? (
          <strong>
            <Title {...props} />
          </strong>
        ) : (
          <span>{artifact.title}</span>
        )}
      </p>
      {name !== 'title' && (
        <div className={styles.content}>
          {member === undefined ? <Aside>{words.noExample}</Aside> : <Content {...props} member={member} />}
        </div>
      )}
    </>
  )
}

function Title({ member, tracker, values }: RowProps): ReactNode {
  if (member === undefined || !('field_id' in member)) return <EmptyText text={words.noTitle} />
  const entry = values.get(member.field_id)
  const field = findField(tracker, member.field_id)
  if (field === undefined) return <Aside>{words.hiddenExample}</Aside>
  if (entry === undefined || isEmptyEntry(entry)) return <EmptyText text={words.noTitle} />
  const { renderLine } = getFieldType(entry.type)
  return renderLine?.({ entry, field, isDue: false }) ?? <Value entry={entry} field={field} />
}

const EmptyText = ({ text }: { readonly text: string }): ReactNode => <span className={styles.aside}>{text}</span>
const Aside = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles.aside}>{children}</span>
)

function Content({ member, trackers, ...props }: RowProps & { readonly member: Member }): ReactNode {
  if ('value_ids' in member) return <Status {...props} member={member} />
  if ('field_id' in member) return <FieldValue {...props} id={member.field_id} />
  if ('implied_from_tracker' in member)
    return <Aside>{words.fromOtherTracker(describeTracker(trackers, member.implied_from_tracker.id))}</Aside>
  if ('artifact_link_type' in member)
    return (
      <Aside>
        {member.artifact_link_type === childType ? words.fromChildren : words.fromLinks(member.artifact_link_type)}
      </Aside>
    )
  if ('total_effort_field_id' in member) return <Progress {...props} member={member} />
  return <Timeframe {...props} member={member} />
}

type PartProps<Part extends Member> = Pick<RowProps, 'tracker' | 'artifact' | 'values'> & { readonly member: Part }
type Having<Key extends string> = Extract<Member, { readonly [K in Key]: unknown }>

function FieldValue({
  id,
  tracker,
  values,
}: Pick<RowProps, 'tracker' | 'values'> & { readonly id: number }): ReactNode {
  const field = findField(tracker, id)
  if (field === undefined) return <Aside>{words.hiddenExample}</Aside>
  const entry = values.get(id)
  return (
    <div className={styles.value}>{entry === undefined ? <EmptyValue /> : <Value entry={entry} field={field} />}</div>
  )
}

function Status({ member, ...props }: PartProps<Having<'value_ids'>>): ReactNode {
  const open = new Set(member.value_ids)
  const items = listItems(props.values.get(member.field_id) ?? null)
  const isOpen = items.length === 0 ? open.has(100) : items.some(({ id }) => open.has(Number(id)))
  return (
    <>
      <FieldValue {...props} id={member.field_id} />
      {findField(props.tracker, member.field_id) !== undefined && (
        <Badge kind={isOpen ? 'info' : 'neutral'}>{isOpen ? words.open : words.closed}</Badge>
      )}
    </>
  )
}

type TimeframeMember = Having<'end_date_field_id'> | Having<'duration_field_id'>

function Timeframe({ member, ...props }: PartProps<TimeframeMember>): ReactNode {
  const last = 'end_date_field_id' in member ? member.end_date_field_id : member.duration_field_id
  const end = props.values.get(last)
  const isLate =
    'end_date_field_id' in member &&
    props.artifact.is_open &&
    end !== undefined &&
    'value' in end &&
    typeof end.value === 'string' &&
    Date.parse(end.value) < Date.now() - dayMs
  return (
    <>
      <FieldValue {...props} id={member.start_date_field_id} />
      <span aria-hidden="true">{'end_date_field_id' in member ? '→' : '+'}</span>
      <FieldValue {...props} id={last} />
      {isLate && <Badge kind="negative">{words.overdue}</Badge>}
    </>
  )
}

const dayMs = 86_400_000

function Progress({ member, ...props }: PartProps<Having<'total_effort_field_id'>>): ReactNode {
  const total = numberIn(props.values.get(member.total_effort_field_id))
  const remaining = numberIn(props.values.get(member.remaining_effort_field_id))
  if (total === null || remaining === null || total <= 0)
    return (
      <>
        <FieldValue {...props} id={member.remaining_effort_field_id} />
        <span aria-hidden="true">/</span>
        <FieldValue {...props} id={member.total_effort_field_id} />
      </>
    )
  const percent = Math.round(Math.min(1, Math.max(0, 1 - remaining / total)) * 100)
  return (
    <>
      <progress className={styles.bar} max={100} value={percent} aria-label={words.labels.progress} />
      <span>{words.done(percent)}</span>
    </>
  )
}

/** A computed value may be set by hand. */
function numberIn(entry: ValueEntry | undefined): number | null {
  if (entry === undefined || !('value' in entry)) return null
  const value = 'manual_value' in entry && entry.is_autocomputed === false ? entry.manual_value : entry.value
  return typeof value === 'number' ? value : null
}
