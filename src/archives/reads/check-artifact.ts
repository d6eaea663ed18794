import type { ArchiveReading } from '../../fields/archive-reading.ts'
import type { ArtifactId, FileId, UserGroupId, UserId } from '../../kit/ids.ts'
import { children, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import type { ArchivedArtifact, ArchivedChangeset } from '../reading/artifact.ts'
import { readArtifact } from '../reading/artifact.ts'
import { readChanges } from '../reading/changes.ts'
import { readComments } from '../reading/comments.ts'
import { type OursOfArtifact, withOurs } from '../reading/ours.ts'
import { authorOf, type PersonOf } from '../reading/people.ts'
import type { StandIns } from '../reading/stand-ins.ts'

/** What the artifacts of an archive speak of and only its end can tell: each with the line that speaks of it first. */
interface Expectations {
  /** Artifacts that were met already. */
  readonly known: Set<string>
  /** Those that were not. */
  readonly artifacts: Map<string, number>
  readonly groups: Map<string, number>
}

export interface ArtifactChecking {
  readonly notes: Notes
  readonly personOf: PersonOf
  readonly timezone: string
  readonly isLinkType: (shortName: string) => boolean
  readonly expected: Expectations
  /** Our own archives hold comments of first changesets as well. */
  readonly isOurs: boolean
}

/**
 * Reads an artifact as the import will, with stand-ins for what does not exist yet: what stops the import is a
 * problem, what it leaves out a remark.
 */
export function checkArtifact(
  element: XmlElement,
  own: OursOfArtifact | undefined,
  tracker: StandIns & { readonly usesPrivateComments: boolean },
  checking: ArtifactChecking,
): ArchivedArtifact {
  const { notes, expected } = checking
  const artifact = withOurs(readArtifact(element, checking), own)
  if (artifact.changesets.length === 0)
    notes.remark(
      'artifact-without-changesets',
      artifact.line,
      `The artifact ${artifact.oldId} has no changeset: it is left out`,
    )

  const context = standInContext(artifact, tracker, checking)
  for (const [index, changeset] of artifact.changesets.entries()) {
    refuseUnknownPeople(changeset, checking)
    readChanges(changeset.changes, tracker.fieldByName, context)
    const comments = readComments(changeset.comments, {
      ...tracker,
      notes,
      groupOf: (name) => expectGroup(expected, name, changeset.line),
      authorOf: (person) => authorOf(person, { byLogin: new Map(), byEmail: new Map() }),
    })
    // Contract 30 §9.4 rule 5.
    if (index === 0 && comments.length > 0 && !checking.isOurs)
      notes.remark('value-left-out', changeset.line, 'The comment of a first changeset is left out')
  }
  return artifact
}

function standInContext(
  artifact: ArchivedArtifact,
  { values }: StandIns,
  { notes, personOf, timezone, isLinkType, expected }: ArtifactChecking,
): ArchiveReading {
  const people = new Map<string, UserId>()
  return {
    timezone,
    userOf(format, reference) {
      if (personOf(format, reference) === undefined) return undefined
      const key = `${format} ${reference}`
      const standIn = people.get(key) ?? ((firstStandIn + people.size) as UserId)
      people.set(key, standIn)
      return standIn
    },
    valueOf: (key) => values.get(key),
    groupOf: (name) => expectGroup(expected, name, artifact.line),
    fileOf: (reference) => (artifact.files.has(reference) ? (firstStandIn as FileId) : undefined),
    artifactOf(oldId) {
      if (!expected.known.has(oldId) && !expected.artifacts.has(oldId)) expected.artifacts.set(oldId, artifact.line)
      return /^\d+$/.test(oldId) ? (Number(oldId) as ArtifactId) : undefined
    },
    isLinkType,
    openValueOf: () => firstStandIn,
    takeStepId: () => firstStandIn,
    problem: (line, text) => notes.remark('value-left-out', line, text),
  }
}

const firstStandIn = 1000

function expectGroup({ groups }: Expectations, name: string, line: number): UserGroupId {
  if (!groups.has(name)) groups.set(name, line)
  return firstStandIn as UserGroupId
}

/** Contract 10 §12.2: a reference absent from users.xml stops the import, also inside values. */
function refuseUnknownPeople({ changes }: ArchivedChangeset, { notes, personOf }: ArtifactChecking): void {
  for (const change of changes) {
    if (change.attributes['bind'] !== 'users') continue
    for (const { attributes, text, line } of children(change, 'value')) {
      const format = attributes['format'] ?? 'username'
      const reference = text.trim()
      // In open lists `id` and `label` are texts that somebody typed (contract 30 §9.4 rule 9).
      if (reference === '' || format === 'label' || (format === 'id' && change.attributes['type'] === 'open_list'))
        continue
      if (personOf(format, reference) === undefined)
        notes.problem('unresolved-user', line, `The user ${reference} is not in users.xml`)
    }
  }
}
