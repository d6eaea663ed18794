import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { StatusMark, type StatusStage, stageOf } from '../../artifact/status-mark.tsx'
import { findDueField } from '../../data/own-artifacts.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { countDays, getToday } from '../../design/calendar-day.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { createItemOption, getItemLabel, listItems, listOptions } from '../../fields/editors/list-options.ts'
import { Value } from '../../fields/value.tsx'
import { EmptyValue } from '../../fields/values/empty-value.tsx'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './artifact-grid.module.css'
import { type Field, isSortable } from './view.ts'

const words = texts.tracker

export interface TrackerColumn {
  /** Name of a field, or of a member of every artifact. */
  readonly name: string
  readonly title: string
  /** The field that orders the rows; null: none does. */
  readonly sortName: string | null
  /** Id of the field whose values it shows; null: every artifact has it as a member. */
  readonly field: number | null
  readonly kind: 'id' | 'title' | 'users' | 'usual' | 'number'
  /** In pixels, unless the user chose another one. */
  readonly usualWidth: number
  /** `isCompact`: names of users are left out. */
  readonly cell: (artifact: ArtifactRepresentation, isCompact: boolean) => ReactNode
  /** The same below the title, where no heading names it. */
  readonly fact?: (artifact: ArtifactRepresentation) => ReactNode
  /** The shape of the status, in front of the title of a row of two lines. */
  readonly mark?: (artifact: ArtifactRepresentation) => ReactNode
}

/** A column with the width that it has now. */
export interface GridColumn extends TrackerColumn {
  readonly width: number
  /** It takes the rest of the width. */
  readonly isFlexible: boolean
}

const widths = { id: 76, title: 260, users: 176, usual: 144, number: 120, updated: 160 } as const

/** Their values have no form of one line. */
const blockTypes = new Set(['burndown', 'ttmstepdef', 'ttmstepexec', 'perm', 'Encrypted', 'cross'])

/** Columns that a tracker offers, in the order of its form after the usual ones. */
export function listColumns(tracker: TrackerRepresentation): readonly TrackerColumn[] {
  const { fields, semantics } = tracker
  const fieldOf = (id: number | undefined): Field | undefined => fields.find(({ field_id }) => field_id === id)
  const [title, status, contributor, updated] = [
    fieldOf(semantics.title?.field_id),
    fieldOf(semantics.status?.field_id),
    fieldOf(semantics.contributor?.field_id),
    fields.find(({ type }) => type === 'lud'),
  ]
  const shown = new Set([title, status, contributor, updated, fields.find(({ type }) => type === 'aid')])
  const memberColumn = (
    field: Field | undefined,
    name: string,
    usualTitle: string,
    kind: TrackerColumn['kind'],
    cell: TrackerColumn['cell'],
    more: Pick<TrackerColumn, 'fact' | 'mark'> = {},
  ): TrackerColumn => ({
    name: field?.name ?? name,
    title: field?.label ?? usualTitle,
    sortName: field !== undefined && isSortable(field) ? field.name : null,
    field: null,
    kind,
    usualWidth: widths[kind],
    cell,
    ...more,
  })
  const id = fields.find(({ type }) => type === 'aid')
  const stageIn = stagesOf(status, semantics.status?.value_ids ?? [])
  const updatedColumn = memberColumn(updated, '@updated', words.updated, 'usual', ({ last_modified_date }) => (
    <DateTime at={last_modified_date} />
  ))
  return [
    memberColumn(
      id,
      '@id',
      words.artifact,
      'id',
      ({ id: n, xref }) => (
        <span className={styles.reference} title={xref}>
          {n}
        </span>
      ),
      { fact: ({ id: n }) => `#${n}` },
    ),
    memberColumn(title, '@title', words.artifactTitle, 'title', (artifact) => <Title artifact={artifact} />),
    ...(status === undefined
      ? []
      : [
          memberColumn(
            status,
            '',
            '',
            'usual',
            ({ full_status }) => full_status && <StatusName status={full_status} stage={stageIn(full_status.value)} />,
            {
              fact: ({ full_status }) => full_status?.value,
              mark: ({ full_status }) =>
                full_status && <StatusMark stage={stageIn(full_status.value)} color={full_status.color} />,
            },
          ),
        ]),
    ...(contributor === undefined
      ? []
      : [
          memberColumn(contributor, '', '', 'users', ({ assignees }, isCompact) => (
            <Users users={assignees} isCompact={isCompact} />
          )),
        ]),
    // Its heading, "Last updated on" in most trackers, is longer than its dates.
    { ...updatedColumn, usualWidth: widths.updated },
    ...fields
      .filter((field) => !shown.has(field) && !blockTypes.has(field.type) && isValueField(field))
      .map((field) => fieldColumn(field, tracker)),
  ]
}

const isValueField = ({ type, is_used }: Field): boolean =>
  is_used && !['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext'].includes(type)

function fieldColumn(field: Field, tracker: TrackerRepresentation): TrackerColumn {
  const kind = kindOf(field)
  const line = ({ values, is_open }: ArtifactRepresentation): ReactNode => {
    const entry = values?.find(({ field_id }) => field_id === field.field_id)
    const isDue = is_open && field.field_id === findDueField(tracker)
    return entry && <Line entry={entry} field={field} isDue={isDue} />
  }
  const isNamed = kind === 'number' || ['date', 'subon', 'lud'].includes(field.type)
  return {
    name: field.name,
    title: field.label,
    sortName: isSortable(field) ? field.name : null,
    field: field.field_id,
    kind,
    usualWidth: widths[kind],
    cell: line,
    fact: (artifact) => {
      const entry = artifact.values?.find(({ field_id }) => field_id === field.field_id)
      if (entry === undefined || isEmptyEntry(entry)) return null
      const content = line(artifact)
      return isNamed ? (
        <>
          {field.label} {content}
        </>
      ) : (
        content
      )
    },
  }
}

const kindOf = ({ type }: Field): 'number' | 'usual' =>
  ['int', 'float', 'computed', 'priority', 'atid'].includes(type) ? 'number' : 'usual'

/** All columns as one, for narrow windows: the title, and the others below it. */
export function summarizeColumns(columns: readonly TrackerColumn[]): TrackerColumn {
  const mark = columns.find((column) => column.mark !== undefined)?.mark
  return {
    name: '@summary',
    title: words.artifactTitle,
    sortName: null,
    field: null,
    kind: 'title',
    usualWidth: widths.title,
    ...(mark === undefined ? {} : { mark }),
    cell: (artifact) => (
      <span className={styles.summary}>
        <span className={styles.summaryTitle}>
          <Title artifact={artifact} />
          {columns.map(({ kind, name, cell }) => kind === 'users' && <span key={name}>{cell(artifact, true)}</span>)}
        </span>
        <span className={styles.facts}>
          {columns.map(({ kind, name, fact, cell }) => {
            if (kind === 'users' || kind === 'title') return null
            const content = fact === undefined ? cell(artifact, true) : fact(artifact)
            return content != null && content !== '' && <span key={name}>{content}</span>
          })}
        </span>
      </span>
    ),
  }
}

interface LineProps {
  readonly entry: ValueEntry
  readonly field: Field
  /** It is the date that the artifact is due on, which is still open. */
  readonly isDue: boolean
}

/** A value on one line. */
function Line({ entry, field, isDue }: LineProps): ReactNode {
  switch (entry.type) {
    case 'text':
      return entry.format === 'html' ? entry.value.replaceAll(/<[^>]*>|&nbsp;/g, ' ') : entry.value
    case 'file':
      return entry.file_descriptions.map(({ name }) => name).join(', ')
    case 'art_link':
      return entry.links.map(({ id }) => `#${id}`).join(', ')
    case 'date':
      return entry.value === null || entry.is_time_displayed ? (
        <Value entry={entry} field={field} />
      ) : (
        <Day at={entry.value} isDue={isDue} />
      )
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
    case 'tbl':
      return <ListValues entry={entry} />
    default:
      return <Value entry={entry} field={field} />
  }
}

/** Days before which a due date is marked. */
const soonDays = 2

function Day({ at, isDue }: { readonly at: string; readonly isDue: boolean }): ReactNode {
  const days = isDue ? countDays(getToday(), at.slice(0, 10)) : Number.POSITIVE_INFINITY
  return (
    <span className={days < 0 ? styles.late : days <= soonDays ? styles.soon : undefined}>
      <DateTime at={at} as="shortDay" />
      {days < 0 && (
        <>
          {' '}
          <Icon name="clock" />
          <VisuallyHidden>{words.overdue}</VisuallyHidden>
        </>
      )}
    </span>
  )
}

/** Values of a list in one line: a mark in their color and the name. */
const ListValues = ({ entry }: { readonly entry: ValueEntry }): ReactNode => {
  const items = listItems(entry)
  if (items.length === 0) return <EmptyValue />
  return (
    <span className={styles.items} title={items.map(getItemLabel).join(', ')}>
      {items.map((item, place) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the elements of a row are those of another one next
        if ('username' in item) return <UserBadge key={place} user={item} />
        const { label, color } = createItemOption(item)
        return (
          <span key={place}>
            {color && <ColorMark color={color} />}
            {label}
          </span>
        )
        // biome-ignore-end lint/suspicious/noArrayIndexKey: until here
      })}
    </span>
  )
}

function isEmptyEntry(entry: ValueEntry): boolean {
  if (entry.type === 'file') return entry.file_descriptions.length === 0
  if (entry.type === 'art_link') return entry.links.length === 0
  if ('bind_value_ids' in entry) return listItems(entry).length === 0
  return 'value' in entry && (entry.value === null || entry.value === '')
}

interface UsersProps {
  readonly users: ArtifactRepresentation['assignees']
  readonly isCompact: boolean
}

const Users = ({ users, isCompact }: UsersProps): ReactNode => (
  <span className={styles.users}>
    {users.map((user, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the elements of a row are those of another one next
      <span key={place} title={isCompact ? getUserName(user) : undefined}>
        <UserBadge user={user} isNameHidden={isCompact} />
        {isCompact && <VisuallyHidden>{getUserName(user)}</VisuallyHidden>}
      </span>
    ))}
  </span>
)

interface StatusNameProps {
  readonly status: NonNullable<ArtifactRepresentation['full_status']>
  readonly stage: StatusStage
}

const StatusName = ({ status: { value, color }, stage }: StatusNameProps): ReactNode => (
  <span className={styles.status} title={value}>
    <StatusMark stage={stage} color={color} />
    {value}
  </span>
)

/** The stage of a status by its name: lists of artifacts contain no ids. */
function stagesOf(field: Field | undefined, open: readonly number[]): (label: string) => StatusStage {
  const options = field === undefined ? [] : listOptions(field)
  const order = options.map(({ id }) => Number(id))
  const isOpen = new Set(open)
  return (label) => stageOf(Number(options.find((option) => option.label === label)?.id), order, isOpen)
}

/** The shapes of the statuses of a tracker, by their names. */
export function createStatusMarks({ fields, semantics }: TrackerRepresentation): (label: string) => ReactNode {
  const status = fields.find(({ field_id }) => field_id === semantics.status?.field_id)
  const options = status === undefined ? [] : listOptions(status)
  const stageIn = stagesOf(status, semantics.status?.value_ids ?? [])
  return (label) => {
    const option = options.find((each) => each.label === label)
    return option && <StatusMark stage={stageIn(label)} color={option.color ?? null} />
  }
}

function Title({ artifact: { id, title, is_open } }: { readonly artifact: ArtifactRepresentation }): ReactNode {
  const text = title || `${words.untitled} #${id}`
  return (
    <Link href={`/artifacts/${id}`} className={is_open ? styles.open : styles.closed} title={text} tabIndex={-1}>
      {text}
    </Link>
  )
}
