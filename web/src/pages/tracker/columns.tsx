import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { StatusMark, type StatusStage, stageOf } from '../../artifact/status-mark.tsx'
import type { FieldSum } from '../../data/artifact-groups.ts'
import { findDueField } from '../../data/own-artifacts.ts'
import { DateTime } from '../../design/date-time.tsx'
import { useHint } from '../../design/hints.ts'
import { Link } from '../../design/link.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { listOptions } from '../../fields/editors/list-options.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { getFieldType, isEmptyEntry } from '../../fields/registry.ts'
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
  /** The sum below the rows; absent: it has none. */
  readonly formatSum?: FieldType['formatSum']
  /** In pixels, unless the user chose another one. */
  readonly usualWidth: number
  /** `isCompact`: names of users are left out. */
  readonly cell: (artifact: ArtifactRepresentation, isCompact: boolean) => ReactNode
  /** What is shown when the pointer is on a cell; absent: all of its text. */
  readonly hint?: (artifact: ArtifactRepresentation) => string
  /** The same below the title, where no heading names it. */
  readonly fact?: (artifact: ArtifactRepresentation) => ReactNode
  /** Whether its usual width has room for the content, which then needs no clip; absent: never. */
  readonly fits?: (artifact: ArtifactRepresentation) => boolean
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

/** Of a status, next to its shape, even if all of them are as wide as W. */
const lettersThatFit = 8

/** Columns that a tracker offers, in the order of its form after the usual ones. */
export function listColumns(tracker: TrackerRepresentation): readonly TrackerColumn[] {
  const { fields, semantics } = tracker
  const fieldOf = (id: number | undefined): Field | undefined => fields.find(({ field_id }) => field_id === id)
  const fieldWith = (member: FieldType['artifactMember']): Field | undefined =>
    fields.find(({ type }) => getFieldType(type).artifactMember === member)
  const [title, status, contributor, updated] = [
    fieldOf(semantics.title?.field_id),
    fieldOf(semantics.status?.field_id),
    fieldOf(semantics.contributor?.field_id),
    fieldWith('last_modified_date'),
  ]
  const id = fieldWith('id')
  const usualFields = new Set([title, status, contributor, updated, id])
  const memberColumn = (
    field: Field | undefined,
    name: string,
    usualTitle: string,
    kind: TrackerColumn['kind'],
    cell: TrackerColumn['cell'],
    more: Pick<TrackerColumn, 'fact' | 'fits' | 'mark' | 'hint'> = {},
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
  const stageIn = stagesOf(status, semantics.status?.value_ids ?? [])
  const updatedColumn = memberColumn(
    updated,
    '@updated',
    words.updated,
    'usual',
    ({ last_modified_date }) => <DateTime at={last_modified_date} />,
    { fits: () => true },
  )
  return [
    memberColumn(id, '@id', words.artifact, 'id', ({ id: n }) => <span className={styles.reference}>{n}</span>, {
      fact: ({ id: n }) => `#${n}`,
      fits: ({ id: n }) => n < 1_000_000,
      hint: ({ xref }) => xref,
    }),
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
              fits: ({ full_status }) => (full_status?.value.length ?? 0) <= lettersThatFit,
              mark: ({ full_status }) =>
                full_status && <StatusMark stage={stageIn(full_status.value)} color={full_status.color} />,
            },
          ),
        ]),
    ...(contributor === undefined
      ? []
      : [
          memberColumn(
            contributor,
            '',
            '',
            'users',
            ({ assignees }, isCompact) => <Users users={assignees} isCompact={isCompact} />,
            // A name by itself has its own clip, with an ellipsis.
            {
              fits: ({ assignees }) => assignees.length <= 1,
              hint: ({ assignees }) => assignees.map((user) => user.username ?? getUserName(user)).join(', '),
            },
          ),
        ]),
    // Its heading, "Last updated on" in most trackers, is longer than its dates.
    { ...updatedColumn, usualWidth: widths.updated },
    ...fields
      .filter((field) => !usualFields.has(field) && field.is_used && getFieldType(field.type).column !== 'none')
      .map((field) => fieldColumn(field, tracker)),
  ]
}

function fieldColumn(field: Field, tracker: TrackerRepresentation): TrackerColumn {
  const { column, needsLabel, renderLine, renderValue, formatSum } = getFieldType(field.type)
  const kind = column === 'number' ? 'number' : 'usual'
  const line = ({ values, is_open }: ArtifactRepresentation): ReactNode => {
    const entry = values?.find(({ field_id }) => field_id === field.field_id)
    const isDue = is_open && field.field_id === findDueField(tracker)
    return entry && (renderLine?.({ entry, field, isDue }) ?? renderValue?.({ entry, field }))
  }
  return {
    name: field.name,
    title: field.label,
    sortName: isSortable(field) ? field.name : null,
    field: field.field_id,
    kind,
    usualWidth: widths[kind],
    cell: line,
    ...(formatSum && { formatSum }),
    fact: (artifact) => {
      const entry = artifact.values?.find(({ field_id }) => field_id === field.field_id)
      if (entry === undefined || isEmptyEntry(entry)) return null
      const content = line(artifact)
      return needsLabel ? (
        <>
          {field.label} {content}
        </>
      ) : (
        content
      )
    },
  }
}

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

interface UsersProps {
  readonly users: ArtifactRepresentation['assignees']
  readonly isCompact: boolean
}

function Users({ users, isCompact }: UsersProps): ReactNode {
  const [first, ...others] = users
  // Most artifacts have one, and each element costs a part of each frame of a list that is scrolled.
  if (first !== undefined && others.length === 0 && !isCompact) return <UserBadge user={first} />
  return (
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
}

interface StatusNameProps {
  readonly status: NonNullable<ArtifactRepresentation['full_status']>
  readonly stage: StatusStage
}

/** The name of a status after the shape of its stage. */
export const StatusName = ({ status: { value, color }, stage }: StatusNameProps): ReactNode => (
  <span className={styles.status}>
    <StatusMark stage={stage} color={color} />
    {value}
  </span>
)

/** The stage of a status by its name: lists of artifacts contain no ids. */
function stagesOf(field: Field | undefined, open: readonly number[]): (label: string) => StatusStage {
  const options = field === undefined ? [] : listOptions(field)
  const order = options.map(({ id }) => Number(id))
  const isOpen = new Set(open)
  const stages = new Map<string, StatusStage>()
  return (label) => {
    const cached = stages.get(label)
    if (cached !== undefined) return cached
    const stage = stageOf(Number(options.find((option) => option.label === label)?.id), order, isOpen)
    stages.set(label, stage)
    return stage
  }
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
  const hint = useHint(text)
  return (
    <Link href={`/artifacts/${id}`} className={is_open ? styles.open : styles.closed} title={hint} tabIndex={-1}>
      {text}
    </Link>
  )
}

/** What names a column below its rows. */
export type SumColumn = Pick<TrackerColumn, 'field' | 'title' | 'formatSum'>

/** The sums of columns as texts; without those that have none. */
export const listSums = (
  columns: readonly SumColumn[],
  sums: readonly FieldSum[] = [],
): readonly { readonly field: number | null; readonly title: string; readonly text: string }[] =>
  columns.flatMap(({ field, title, formatSum }) => {
    const sum = sums.find(({ field_id }) => field_id === field)?.sum ?? null
    return sum === null || formatSum === undefined ? [] : [{ field, title, text: formatSum(sum) }]
  })
