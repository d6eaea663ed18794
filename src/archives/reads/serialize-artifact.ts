import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadIncomingReferences } from '../../artifacts/store/incoming-references.ts'
import type { Reader } from '../../database/db/db.ts'
import { buildElement, buildStartTag, closeTag, declaration, type Markup } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerBundle } from '../../trackers/reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../../trackers/reads/tracker-definition.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { writeTracker } from '../../trackers/xml/serialize/tracker.ts'
import { type AttachedBytes, type FrozenSums, freezeSums } from '../model/artifact-history.ts'
import { writeArtifact } from '../serialize/artifact.ts'
import {
  writeEntryReferences,
  writeOrigin,
  writeTulipwoodArtifact,
  writeTulipwoodChangesets,
} from '../serialize/tulipwood-xml.ts'
import { loadHistories, loadRemovedFiles } from '../store/histories.ts'
import { createExportedUsers } from './exported-users.ts'
import { createGroupNames, loadHistoryReferences } from './load-history-references.ts'
import { collectDefaultUsers } from './project-structure.ts'

/** An artifact as XML, and its files. */
export interface SerializedArtifact {
  readonly xml: AsyncIterable<Markup>
  /** Content of tulipwood.xml (docs/decisions/0013-archive-deleted-artifacts.md). */
  readonly tulipwood: AsyncIterable<Markup>
  readonly files: readonly AttachedBytes[]
}

/**
 * Serializes one artifact with its history and the structure of its tracker, for the archive of a deleted artifact
 * (docs/api/archive-format.md §4; `artifacts` is a sibling of `tracker` there, and the last changeset sets `sums`).
 */
export async function serializeArtifact(
  db: Reader,
  artifact: Artifact,
  { timezone, sums }: { readonly timezone: string; readonly sums: FrozenSums },
): Promise<SerializedArtifact> {
  const { id, trackerId } = artifact
  const tracker = (await loadTrackers(db, [trackerId])).get(trackerId)
  if (tracker === undefined) throw new Error(`The artifact ${id} is in no tracker`)
  const { definitions } = toTrackerDefinitions(
    await loadTrackerBundle(db, tracker.projectId, [trackerId]),
    (group) => group,
  )
  const people = createExportedUsers()
  await people.load(db, collectDefaultUsers(definitions))
  const groupNames = createGroupNames(await loadProjectGroups(db, tracker.projectId))
  const histories = await loadHistories(db, [id])
  const context = { timezone, people, groupKeyOf: groupNames.groupKeyOf, trackers: 'all' } as const
  const references = await loadHistoryReferences(db, histories, tracker, context)
  const home: Tracker = tracker
  async function* exported(): AsyncGenerator<Markup> {
    yield declaration
    yield buildStartTag('trackers', { 'use-natures': 'true' })
    yield* definitions.map((each) => writeTracker(each, { userReferenceOf: people.referenceOf, ...groupNames }))
    const artifacts = histories.map((history) => writeArtifact(freezeSums(history, sums), home, references))
    yield buildElement('artifacts', {}, ...artifacts)
    yield closeTag('trackers')
  }
  async function* tulipwood(): AsyncGenerator<Markup> {
    yield declaration
    yield buildStartTag('tulipwood', { version: 1 })
    yield writeOrigin(home)
    const changes = histories.flatMap((history) => writeTulipwoodChangesets(history, home, references, sums))
    const removed = (await loadRemovedFiles(db, [id])).get(id) ?? []
    yield writeTulipwoodArtifact(artifact, changes, removed)
    const { links, mentions } = await loadIncomingReferences(db, id)
    yield* writeEntryReferences(links, mentions)
    yield closeTag('tulipwood')
  }
  return { xml: exported(), tulipwood: tulipwood(), files: histories.flatMap((history) => history.files) }
}
