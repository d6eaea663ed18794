import { isoMoment } from '../../fields/iso-moment.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { child, children, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import { requiredAttribute } from './attributes.ts'
import type { Person, PersonOf } from './people.ts'

/** An artifact and all that happened to it, the oldest first (contract 30 §9.1). */
export interface ArchivedArtifact {
  /** Empty when the archive gives none: no link can name the artifact then. */
  readonly oldId: string
  readonly line: number
  readonly changesets: readonly ArchivedChangeset[]
  /** By `fileinfo_12`. */
  readonly files: ReadonlyMap<string, ArchivedFile>
}

interface Signed {
  readonly line: number
  readonly person: Person | undefined
  readonly submittedOn: EpochSeconds
}

export interface ArchivedChangeset extends Signed {
  /** `CHANGESET_9000`; empty when the archive gives none. */
  readonly key: string
  /** `field_change` and `external_field_change`, in order. */
  readonly changes: readonly XmlElement[]
  readonly comments: readonly ArchivedComment[]
}

export interface ArchivedComment extends Signed {
  readonly format: string | undefined
  readonly body: string
  /** Names of the groups that may read it; null: everybody who sees the artifact. */
  readonly groups: readonly string[] | null
}

export interface ArchivedFile {
  readonly line: number
  readonly key: string
  readonly name: string
  readonly path: string
  readonly mediaType: string
  readonly description: string
}

export interface ArtifactReading {
  readonly notes: Notes
  readonly personOf: PersonOf
  readonly timezone: string
}

export function readArtifact(artifact: XmlElement, reading: ArtifactReading): ArchivedArtifact {
  const { notes } = reading
  const changesets: ArchivedChangeset[] = []
  const files = new Map<string, ArchivedFile>()
  for (const part of artifact.children) {
    if (part.name === 'changeset') changesets.push(readChangeset(part, reading))
    else if (part.name === 'file') {
      const file = readFile(part, notes)
      if (files.has(file.key)) notes.problem('repeated-id', part.line, `The id "${file.key}" is given twice`)
      files.set(file.key, file)
    } else notes.problem('invalid-structure', part.line, `<${part.name}> stands where only <changeset> and <file> may`)
  }
  // Contract 30 §9.4 rule 2: by date, and in the order written where the dates are the same.
  changesets.sort((a, b) => a.submittedOn - b.submittedOn)
  const oldId = artifact.attributes['id']?.trim() ?? ''
  if (oldId === '') notes.remark('part-missing', artifact.line, 'An artifact has no id: no link can lead to it')
  return { oldId, line: artifact.line, changesets, files }
}

function readChangeset(changeset: XmlElement, reading: ArtifactReading): ArchivedChangeset {
  const comments = child(changeset, 'comments')
  const { line } = changeset
  for (const { name, line: at } of changeset.children) {
    if (!partsOfChangeset.has(name))
      reading.notes.problem('invalid-structure', at, `<${name}> stands where no part of a changeset does`)
  }
  return {
    line,
    key: changeset.attributes['id'] ?? '',
    ...readSignature(changeset, reading),
    comments: (comments === undefined ? [] : children(comments, 'comment')).map((comment) =>
      readComment(comment, reading),
    ),
    changes: changeset.children.filter(({ name }) => name === 'field_change' || name === 'external_field_change'),
  }
}

const partsOfChangeset: ReadonlySet<string> = new Set([
  'submitted_by',
  'submitted_on',
  'comments',
  'field_change',
  'external_field_change',
])

function readComment(comment: XmlElement, reading: ArtifactReading): ArchivedComment {
  const body = child(comment, 'body')
  const groups = child(comment, 'private_ugroups')
  return {
    line: comment.line,
    ...readSignature(comment, reading),
    format: body?.attributes['format'],
    body: body?.text ?? '',
    groups: groups === undefined ? null : children(groups, 'ugroup').map(({ text }) => text.trim()),
  }
}

function readSignature(owner: XmlElement, { notes, personOf, timezone }: ArtifactReading): Omit<Signed, 'line'> {
  const by = child(owner, 'submitted_by')
  if (by === undefined) notes.problem('required-part-missing', owner.line, `<${owner.name}> needs a <submitted_by>`)
  const person = by && personOf(by.attributes['format'] ?? 'username', by.text.trim())
  if (by !== undefined && person === undefined)
    notes.problem('unresolved-user', by.line, `The user ${by.text.trim()} is not in users.xml`)

  const on = child(owner, 'submitted_on')
  if (on === undefined) notes.problem('required-part-missing', owner.line, `<${owner.name}> needs a <submitted_on>`)
  const submittedOn = on && isoMoment(on.text.trim(), timezone)
  // The sentence is the contract's: 30 §9.4 rule 2.
  if (on !== undefined && submittedOn === undefined) {
    notes.problem('unreadable-date', on.line, `Invalid date format not ISO8601: ${on.text.trim()}`)
  }
  return { person, submittedOn: submittedOn ?? 0 }
}

function readFile(file: XmlElement, notes: Notes): ArchivedFile {
  return {
    line: file.line,
    key: requiredAttribute(file, 'id', notes),
    name: trimmedTextOf(file, 'filename') ?? '',
    path: trimmedTextOf(file, 'path') ?? '',
    mediaType: trimmedTextOf(file, 'filetype') || 'application/octet-stream',
    description: trimmedTextOf(file, 'description') ?? '',
  }
}
