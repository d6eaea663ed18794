import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadIncomingReferences } from '../../artifacts/store/incoming-references.ts'
import type { Reader } from '../../kit/db/db.ts'
import { closeTag, declaration, element, type Markup, openTag } from '../../kit/xml/write.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerBundle } from '../../trackers/reads/load-tracker-bundle.ts'
import { toDefinitions } from '../../trackers/reads/tracker-definition.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import type { AttachedBytes } from '../history.ts'
import { loadHistories, removedFiles } from '../store/histories.ts'
import { writeArtifact } from '../writing/artifact.ts'
import { writeOrigin, writeOursOfArtifact, writeOursOfChangesets, writePointers } from '../writing/ours.ts'
import { writeTracker } from '../writing/tracker.ts'
import { groupNames, historyReferences } from './history-references.ts'
import { peopleTold } from './people-told.ts'
import { defaultPeople } from './project-structure.ts'

/** One artifact as a document, and the files it speaks of. */
export interface ArtifactTold {
  readonly xml: AsyncIterable<Markup>
  /** What the format has no place for (docs/decisions/0013-archive-deleted-artifacts.md). */
  readonly ours: AsyncIterable<Markup>
  readonly files: readonly AttachedBytes[]
}

/**
 * An artifact alone, with its whole history, beside the structure of its tracker: what is kept of a deleted one
 * (docs/api/archive-format.md §4; `artifacts` is a sibling of `tracker` there).
 */
export async function artifactTold(db: Reader, artifact: Artifact, timezone: string): Promise<ArtifactTold> {
  const { id, trackerId } = artifact
  const tracker = (await loadTrackers(db, [trackerId])).get(trackerId)
  if (tracker === undefined) throw new Error(`The artifact ${id} is in no tracker`)
  const { definitions } = toDefinitions(await loadTrackerBundle(db, tracker.projectId, [trackerId]), (group) => group)
  const people = peopleTold()
  await people.meet(db, defaultPeople(definitions))
  const groupNameOf = groupNames(await groupsOfProject(db, tracker.projectId))
  const histories = await loadHistories(db, [id])
  const around = { timezone, people, groupNameOf, trackers: 'all' } as const
  const references = await historyReferences(db, histories, tracker, around)
  const home: Tracker = tracker
  async function* told(): AsyncGenerator<Markup> {
    yield declaration
    yield openTag('trackers', { 'use-natures': 'true' })
    yield* definitions.map((each) => writeTracker(each, { personOf: people.personOf, groupNameOf }))
    const artifacts = histories.map((history) => writeArtifact(history, home, references))
    yield element('artifacts', {}, ...artifacts)
    yield closeTag('trackers')
  }
  async function* ours(): AsyncGenerator<Markup> {
    yield declaration
    yield openTag('tulipwood', { version: 1 })
    yield writeOrigin(home)
    const changes = histories.flatMap((history) => writeOursOfChangesets(history, home, references))
    const removed = (await removedFiles(db, [id])).get(id) ?? []
    yield writeOursOfArtifact(artifact, changes, removed)
    const { links, mentions } = await loadIncomingReferences(db, id)
    yield* writePointers(links, mentions)
    yield closeTag('tulipwood')
  }
  return { xml: told(), ours: ours(), files: histories.flatMap((history) => history.files) }
}
