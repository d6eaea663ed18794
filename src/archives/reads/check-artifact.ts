import type { ArchiveReadContext } from '../../fields/contexts/archive-read-context.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { message } from '../../kit/messages/message.ts'
import type { ArtifactId, FileId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { ArchivedArtifact } from '../parse/artifact.ts'
import { parseArtifact } from '../parse/artifact.ts'
import { parseChanges } from '../parse/changes.ts'
import { parseComments } from '../parse/comments.ts'
import type { PlaceholderFields } from '../parse/placeholder-fields.ts'
import { mergeTulipwoodArtifact, type TulipwoodArtifact } from '../parse/tulipwood-xml.ts'
import { type FindPrincipal, findArchiveAuthor } from '../parse/users-of-archive.ts'
import type { LinkTypeCollector } from '../plan/link-types.ts'

/** References of artifacts that can only be resolved at the end of the archive, each with its first line. */
interface Expectations {
  /** Artifacts parsed so far. */
  readonly parsedIds: Set<string>
  /** Artifacts not parsed yet. */
  readonly artifacts: Map<string, number>
  readonly groups: Map<string, number>
}

export interface ArtifactChecking {
  readonly notes: FindingReporter
  readonly principalOf: FindPrincipal
  readonly timezone: string
  readonly linkTypes: LinkTypeCollector
  readonly expected: Expectations
  /** Comments of Tulipwood archives are taken unchanged. */
  readonly isOurs: boolean
}

/**
 * Parses an artifact like the import, with placeholders for entities that do not exist yet; reports problems and
 * remarks.
 */
export async function checkArtifact(
  element: XmlElement,
  archived: TulipwoodArtifact | undefined,
  tracker: PlaceholderFields,
  checking: ArtifactChecking,
): Promise<ArchivedArtifact> {
  const { notes, expected } = checking
  const artifact = mergeTulipwoodArtifact(await parseArtifact(element, checking), archived)
  if (artifact.changesets.length === 0)
    notes.remark(
      'artifact-without-changesets',
      artifact.line,
      message`The artifact ${artifact.oldId} has no changeset: it is left out`,
    )

  const context = placeholderContext(artifact, tracker, checking)
  for (const changeset of artifact.changesets) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    parseChanges(changeset.changes, tracker.fieldByName, context)
    parseComments(changeset, {
      notes,
      isWhole: checking.isOurs,
      groupOf: (name) => expectGroup(expected, name, changeset.line),
      authorOf: (person) => findArchiveAuthor(person, { byLogin: new Map(), byEmail: new Map() }),
    })
  }
  return artifact
}

function placeholderContext(
  artifact: ArchivedArtifact,
  { values }: PlaceholderFields,
  { notes, principalOf, timezone, linkTypes, expected }: ArtifactChecking,
): ArchiveReadContext {
  const people = new Map<string, UserId>()
  return {
    timezone,
    userOf(format, reference) {
      if (principalOf(format, reference) === undefined) return undefined
      const key = `${format} ${reference}`
      const standIn = people.get(key) ?? ((firstPlaceholderId + people.size) as UserId)
      people.set(key, standIn)
      return standIn
    },
    valueOf: (key) => values.get(key),
    groupOf: (name) => expectGroup(expected, name, artifact.line),
    fileOf: (reference) => (artifact.files.has(reference) ? (firstPlaceholderId as FileId) : undefined),
    artifactOf(oldId) {
      if (!expected.parsedIds.has(oldId) && !expected.artifacts.has(oldId)) expected.artifacts.set(oldId, artifact.line)
      return /^\d+$/.test(oldId) ? (Number(oldId) as ArtifactId) : undefined
    },
    linkType: linkTypes.ofLink,
    openValueOf: () => firstPlaceholderId,
    nextStepId: () => firstPlaceholderId,
    reportProblem: (line, text) => notes.remark('value-left-out', line, message`${text}`),
  }
}

const firstPlaceholderId = 1000

function expectGroup({ groups }: Expectations, name: string, line: number): UserGroupId {
  if (!groups.has(name)) groups.set(name, line)
  return firstPlaceholderId as UserGroupId
}
