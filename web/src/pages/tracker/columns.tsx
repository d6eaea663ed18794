import type { ReactNode } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Value } from '../../artifact/value.tsx'
import type { ValueEntry } from '../../data/trackers.ts'
import { Badge } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Link } from '../../design/link.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'
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
  readonly width: 'id' | 'title' | 'usual' | 'number'
  readonly cell: (artifact: ArtifactRepresentation) => ReactNode
}

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
    width: TrackerColumn['width'],
    cell: TrackerColumn['cell'],
  ): TrackerColumn => ({
    name: field?.name ?? name,
    title: field?.label ?? usualTitle,
    sortName: field !== undefined && isSortable(field) ? field.name : null,
    needsValues: false,
    width,
    cell,
  })
  const id = fields.find(({ type }) => type === 'aid')
  return [
    memberColumn(id, '@id', words.artifact, 'id', ({ xref }) => <span className={styles.reference}>{xref}</span>),
    memberColumn(title, '@title', words.artifactTitle, 'title', (artifact) => <Title artifact={artifact} />),
    ...(status === undefined
      ? []
      : [
          memberColumn(
            status,
            '',
            '',
            'usual',
            ({ full_status }) => full_status && <Badge color={full_status.color}>{full_status.value}</Badge>,
          ),
        ]),
    ...(contributor === undefined
      ? []
      : [
          memberColumn(contributor, '', '', 'usual', ({ assignees }) => (
            <span className={styles.users}>
              {assignees.map((user) => (
                <UserBadge key={user.id} user={user} />
              ))}
            </span>
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
  width: ['int', 'float', 'computed', 'priority', 'atid'].includes(field.type) ? 'number' : 'usual',
  cell: ({ values }) => {
    const entry = values?.find(({ field_id }) => field_id === field.field_id)
    return entry && <Line entry={entry} field={field} />
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

function Title({ artifact: { id, title, is_open } }: { readonly artifact: ArtifactRepresentation }): ReactNode {
  const text = title || `${words.untitled} #${id}`
  return (
    <Link href={`/artifacts/${id}`} className={is_open ? styles.open : styles.closed} title={text}>
      {text}
    </Link>
  )
}
