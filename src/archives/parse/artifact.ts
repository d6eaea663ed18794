import { parseIsoDateTime } from '../../fields/parse/parse-iso-date.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { message } from '../../kit/messages/message.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../kit/xml/element.ts'
import { getRequiredAttribute } from '../../trackers/xml/attributes.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { ArchivedPrincipal, FindPrincipal } from './users-of-archive.ts'

/** An archived artifact with its history, oldest first (docs/api/archive-format.md §3.1). */
export interface ArchivedArtifact {
  /** Empty when missing: links cannot refer to the artifact. */
  readonly oldId: string
  readonly line: number
  readonly changesets: readonly ArchivedChangeset[]
  /** By `fileinfo_12`. */
  readonly files: ReadonlyMap<string, ArchivedFile>
}

interface AuthoredElement {
  readonly line: number
  /** undefined: no author; `unknown`: a text that matches no user. */
  readonly person: ArchivedPrincipal | undefined
  readonly authorLine: number
  readonly submittedOn: EpochSeconds
}

export interface ArchivedChangeset extends AuthoredElement {
  /** `CHANGESET_9000`; empty when missing. */
  readonly key: string
  /** `field_change` and `external_field_change`, in order. */
  readonly changes: readonly XmlElement[]
  readonly comments: readonly ArchivedComment[]
}

export interface ArchivedComment extends AuthoredElement {
  readonly format: string | undefined
  readonly body: string
  /** Names of the groups that may read it; null: all users who see the artifact. */
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
  readonly notes: FindingReporter
  readonly principalOf: FindPrincipal
  readonly timezone: string
}

export async function parseArtifact(artifact: XmlElement, reading: ArtifactReading): Promise<ArchivedArtifact> {
  const { notes } = reading
  const changesets: ArchivedChangeset[] = []
  const files = new Map<string, ArchivedFile>()
  for (const part of artifact.children) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    if (part.name === 'changeset') changesets.push(parseChangeset(part, reading))
    else if (part.name === 'file') {
      const file = parseFile(part, notes)
      if (files.has(file.key)) notes.problem('repeated-id', part.line, message`The id "${file.key}" is given twice`)
      files.set(file.key, file)
    } else
      notes.remark('feature-left-out', part.line, message`<${part.name}> is not a part of an artifact: it is left out`)
  }
  // docs/api/archive-format.md §3.4 rule 2: sorted by date; equal dates keep their order.
  changesets.sort((a, b) => a.submittedOn - b.submittedOn)
  reportUnknownAuthors(changesets, notes)
  const oldId = artifact.attributes['id']?.trim() ?? ''
  if (oldId === '') notes.remark('part-missing', artifact.line, message`An artifact has no id: no link can lead to it`)
  return { oldId, line: artifact.line, changesets, files }
}

/**
 * docs/api/archive-format.md §3.4 rule 7: an unknown author of the oldest changeset is a problem; other unknown
 * authors, also of comment edits, become anonymous. The first comment of a changeset has the changeset's author.
 */
function reportUnknownAuthors(changesets: readonly ArchivedChangeset[], notes: FindingReporter): void {
  for (const [index, changeset] of changesets.entries()) {
    const { person } = changeset
    const author = person?.kind === 'unknown' ? person.text : undefined
    if (author !== undefined && index === 0)
      notes.problem('unresolved-user', changeset.authorLine, message`The user ${author} is not in users.xml`)
    else if (author !== undefined) reportAnonymous(changeset, author, notes)
    for (const comment of changeset.comments.slice(1))
      if (comment.person?.kind === 'unknown') reportAnonymous(comment, comment.person.text, notes)
  }
}

const reportAnonymous = ({ authorLine }: AuthoredElement, name: string, notes: FindingReporter): void =>
  notes.remark('unknown-user', authorLine, message`The user ${name} is not in users.xml: the author becomes anonymous`)

function parseChangeset(changeset: XmlElement, reading: ArtifactReading): ArchivedChangeset {
  const comments = findChild(changeset, 'comments')
  const { line } = changeset
  for (const { name, line: at } of changeset.children) {
    if (!changesetParts.has(name))
      reading.notes.remark('feature-left-out', at, message`<${name}> is not a part of a changeset: it is left out`)
  }
  const signature = parseSignature(changeset, reading)
  return {
    line,
    key: changeset.attributes['id']?.trim() ?? '',
    ...signature,
    comments: (comments === undefined ? [] : findChildren(comments, 'comment')).map((comment) =>
      parseComment(comment, signature, reading),
    ),
    changes: changeset.children.filter(({ name }) => name === 'field_change' || name === 'external_field_change'),
  }
}

const changesetParts: ReadonlySet<string> = new Set([
  'submitted_by',
  'submitted_on',
  'comments',
  'field_change',
  'external_field_change',
])

function parseComment(comment: XmlElement, otherwise: Signature, reading: ArtifactReading): ArchivedComment {
  const body = findChild(comment, 'body')
  const groups = findChild(comment, 'private_ugroups')
  return {
    line: comment.line,
    ...parseSignature(comment, reading, otherwise),
    format: body?.attributes['format'],
    body: body?.text ?? '',
    groups: groups === undefined ? null : findChildren(groups, 'ugroup').map(({ text }) => text.trim()),
  }
}

type Signature = Omit<AuthoredElement, 'line'>

/** Parses author and date; a comment without them has those of its changeset. */
function parseSignature(owner: XmlElement, reading: ArtifactReading, otherwise?: Signature): Signature {
  const { notes, principalOf, timezone } = reading
  const missing = (name: string) =>
    notes.problem('required-part-missing', owner.line, message`<${owner.name}> needs a <${name}>`)
  const by = findChild(owner, 'submitted_by')
  if (by === undefined && otherwise === undefined) missing('submitted_by')
  const text = by?.text.trim() ?? ''
  const person =
    by === undefined
      ? otherwise?.person
      : (principalOf(by.attributes['format']?.trim() ?? 'username', text) ?? ({ kind: 'unknown', text } as const))
  const authorLine = by?.line ?? owner.line

  const on = findChild(owner, 'submitted_on')
  if (on === undefined && otherwise !== undefined) return { person, authorLine, submittedOn: otherwise.submittedOn }
  if (on === undefined) missing('submitted_on')
  const submittedOn = on && parseIsoDateTime(on.text.trim(), timezone)
  // wire text of docs/api/archive-format.md §3.4 rule 2
  if (on !== undefined && submittedOn === undefined) {
    notes.problem('unreadable-date', on.line, message`Invalid date format not ISO8601: ${on.text.trim()}`)
  }
  return { person, authorLine, submittedOn: submittedOn ?? 0 }
}

function parseFile(file: XmlElement, notes: FindingReporter): ArchivedFile {
  return {
    line: file.line,
    key: getRequiredAttribute(file, 'id', notes),
    name: getTrimmedText(file, 'filename') ?? '',
    path: getTrimmedText(file, 'path') ?? '',
    mediaType: getTrimmedText(file, 'filetype') || 'application/octet-stream',
    description: getTrimmedText(file, 'description') ?? '',
  }
}
