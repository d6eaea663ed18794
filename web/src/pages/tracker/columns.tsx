import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { optionsOf } from '../../artifact/kinds/list-options.ts'
import { StatusMark, type StatusStage, stageOf } from '../../artifact/status-mark.tsx'
import { Value } from '../../artifact/value.tsx'
import type { ValueEntry } from '../../data/trackers.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Link } from '../../design/link.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
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
  /** Only answers with all values have it. */
  readonly needsValues: boolean
  readonly kind: 'id' | 'title' | 'users' | 'usual' | 'number'
  /** In pixels, unless the user chose another one. */
  readonly usualWidth: number
  /** `isCompact`: names of users are left out. */
  readonly cell: (artifact: ArtifactRepresentation, isCompact: boolean) => ReactNode
}

/** A column with the width that it has now. */
export interface GridColumn extends TrackerColumn {
  readonly width: number
  /** It takes the rest of the width. */
  readonly isFlexible: boolean
}

const widths = { id: 76, title: 260, users: 176, usual: 144, number: 96 } as const

/** Their values have no form of one line. */
const blockTypes = new Set(['burndown', 'ttmstepdef', 'ttmstepexec', 'perm', 'Encrypted', 'cross'])

/** Columns that a tracker offers, in the order of its form after the usual ones. */
export function listColumns({ fields, semantics }: TrackerRepresentation): readonly TrackerColumn[] {
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
  ): TrackerColumn => ({
    name: field?.name ?? name,
    title: field?.label ?? usualTitle,
    sortName: field !== undefined && isSortable(field) ? field.name : null,
    needsValues: false,
    kind,
    usualWidth: widths[kind],
    cell,
  })
  const id = fields.find(({ type }) => type === 'aid')
  const stageIn = stagesOf(status, semantics.status?.value_ids ?? [])
  return [
    memberColumn(id, '@id', words.artifact, 'id', ({ id: n, xref }) => (
      <span className={styles.reference} title={xref}>
        {n}
      </span>
    )),
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
          ),
        ]),
    ...(contributor === undefined
      ? []
      : [
          memberColumn(contributor, '', '', 'users', ({ assignees }, isCompact) => (
            <Users users={assignees} isCompact={isCompact} />
          )),
        ]),
    memberColumn(updated, '@updated', words.updated, 'usual', ({ last_modified_date }) => (
      <DateTime at={last_modified_date} />
    )),
    ...fields
      .filter((field) => !shown.has(field) && !blockTypes.has(field.type) && isValueField(field))
      .map(fieldColumn),
  ]
}

const isValueField = ({ type, is_used }: Field): boolean =>
  is_used && !['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext'].includes(type)

const fieldColumn = (field: Field): TrackerColumn => ({
  name: field.name,
  title: field.label,
  sortName: isSortable(field) ? field.name : null,
  needsValues: true,
  kind: kindOf(field),
  usualWidth: widths[kindOf(field)],
  cell: ({ values }) => {
    const entry = values?.find(({ field_id }) => field_id === field.field_id)
    return entry && <Line entry={entry} field={field} />
  },
})

const kindOf = ({ type }: Field): 'number' | 'usual' =>
  ['int', 'float', 'computed', 'priority', 'atid'].includes(type) ? 'number' : 'usual'

/** All columns as one, for narrow windows: the title, and the others below it. */
export const summarizeColumns = (columns: readonly TrackerColumn[]): TrackerColumn => ({
  name: '@summary',
  title: words.artifactTitle,
  sortName: null,
  needsValues: columns.some(({ needsValues }) => needsValues),
  kind: 'title',
  usualWidth: widths.title,
  cell: (artifact) => {
    const of = (isWanted: (column: TrackerColumn) => boolean): ReactNode =>
      columns.filter(isWanted).map(({ name, cell }) => <span key={name}>{cell(artifact, true)}</span>)
    return (
      <span className={styles.summary}>
        <span className={styles.summaryTitle}>
          <Title artifact={artifact} />
          {of(({ kind }) => kind === 'users')}
        </span>
        <span className={styles.facts}>{of(({ kind }) => kind !== 'users' && kind !== 'title')}</span>
      </span>
    )
  },
})

/** A value on one line. */
function Line({ entry, field }: { readonly entry: ValueEntry; readonly field: Field }): ReactNode {
  switch (entry.type) {
    case 'text':
      return entry.format === 'html' ? entry.value.replaceAll(/<[^>]*>|&nbsp;/g, ' ') : entry.value
    case 'file':
      return entry.file_descriptions.map(({ name }) => name).join(', ')
    case 'art_link':
      return entry.links.map(({ id }) => `#${id}`).join(', ')
    default:
      return <Value entry={entry} field={field} />
  }
}

interface UsersProps {
  readonly users: ArtifactRepresentation['assignees']
  readonly isCompact: boolean
}

const Users = ({ users, isCompact }: UsersProps): ReactNode => (
  <span className={styles.users}>
    {users.map((user) => (
      <span key={user.id} title={isCompact ? getUserName(user) : undefined}>
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
  const options = field === undefined ? [] : optionsOf(field)
  const order = options.map(({ id }) => Number(id))
  const isOpen = new Set(open)
  return (label) => stageOf(Number(options.find((option) => option.label === label)?.id), order, isOpen)
}

function Title({ artifact: { id, title, is_open } }: { readonly artifact: ArtifactRepresentation }): ReactNode {
  const text = title || `${words.untitled} #${id}`
  return (
    <Link href={`/artifacts/${id}`} className={is_open ? styles.open : styles.closed} title={text} tabIndex={-1}>
      {text}
    </Link>
  )
}
