import type { ArchiveReadContext } from '../../fields/archive-read-context.ts'
import { pauseIfDue } from '../../kit/event-loop.ts'
import type { ArtifactId, FileId, UserGroupId, UserId } from '../../kit/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import type { NamedLinkTypes } from '../link-types.ts'
import type { ArchivedArtifact } from '../reading/artifact.ts'
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
  readonly linkTypes: NamedLinkTypes
  readonly expected: Expectations
  /** Comments of our own archives are taken as they are. */
  readonly isOurs: boolean
}

/**
 * Reads an artifact as the import will, with stand-ins for what does not exist yet: what stops the import is a
 * problem, what it leaves out a remark.
 */
export async function checkArtifact(
  element: XmlElement,
  own: OursOfArtifact | undefined,
  tracker: StandIns,
  checking: ArtifactChecking,
): Promise<ArchivedArtifact> {
  const { notes, expected } = checking
  const artifact = withOurs(await readArtifact(element, checking), own)
  if (artifact.changesets.length === 0)
    notes.remark(
      'artifact-without-changesets',
      artifact.line,
      `The artifact ${artifact.oldId} has no changeset: it is left out`,
    )

  const context = standInContext(artifact, tracker, checking)
  for (const changeset of artifact.changesets) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    readChanges(changeset.changes, tracker.fieldByName, context)
    readComments(changeset, {
      notes,
      isWhole: checking.isOurs,
      groupOf: (name) => expectGroup(expected, name, changeset.line),
      authorOf: (person) => authorOf(person, { byLogin: new Map(), byEmail: new Map() }),
    })
  }
  return artifact
}

function standInContext(
  artifact: ArchivedArtifact,
  { values }: StandIns,
  { notes, personOf, timezone, linkTypes, expected }: ArtifactChecking,
): ArchiveReadContext {
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
    linkType: linkTypes.ofLink,
    openValueOf: () => firstStandIn,
    nextStepId: () => firstStandIn,
    reportProblem: (line, text) => notes.remark('value-left-out', line, text),
  }
}

const firstStandIn = 1000

function expectGroup({ groups }: Expectations, name: string, line: number): UserGroupId {
  if (!groups.has(name)) groups.set(name, line)
  return firstStandIn as UserGroupId
}
