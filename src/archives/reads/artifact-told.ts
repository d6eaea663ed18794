import type { Artifact } from '../../artifacts/model/artifact.ts'
import type { Reader } from '../../kit/db/db.ts'
import { closeTag, declaration, element, type Markup, openTag } from '../../kit/xml/write.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import { loadOriginals } from '../../trackers/reads/originals.ts'
import { definitionsOf } from '../../trackers/reads/tracker-definition.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import type { AttachedBytes } from '../history.ts'
import { loadHistories } from '../store/histories.ts'
import { writeArtifact } from '../writing/artifact.ts'
import { writeTracker } from '../writing/tracker.ts'
import { groupNames, historyReferences } from './history-references.ts'
import { peopleTold } from './people-told.ts'
import { defaultPeople } from './project-structure.ts'

/** One artifact as a document, and the files it speaks of. */
export interface ArtifactTold {
  readonly xml: AsyncIterable<Markup>
  readonly files: readonly AttachedBytes[]
}

/**
 * An artifact alone, with its whole history, beside the structure of its tracker: what is kept of a deleted one
 * (contract 30 §8; `artifacts` is a sibling of `tracker` there).
 */
export async function artifactTold(db: Reader, { id, trackerId }: Artifact, timezone: string): Promise<ArtifactTold> {
  const tracker = (await loadTrackers(db, [trackerId])).get(trackerId)
  if (tracker === undefined) throw new Error(`The artifact ${id} is in no tracker`)
  const { definitions } = definitionsOf(await loadOriginals(db, tracker.projectId, [trackerId]), (group) => group)
  const people = peopleTold()
  await people.meet(db, defaultPeople(definitions))
  const groupNameOf = groupNames(await groupsOfProject(db, tracker.projectId))
  const histories = await loadHistories(db, [id])
  const around = { timezone, people, groupNameOf, trackers: 'all' } as const
  const references = await historyReferences(db, histories, tracker, around)
  async function* told(): AsyncGenerator<Markup> {
    yield declaration
    yield openTag('trackers', { 'use-natures': 'true' })
    yield* definitions.map((each) => writeTracker(each, { personOf: people.personOf, groupNameOf }))
    const artifacts = histories.map((history) => writeArtifact(history, tracker ?? { fields: [] }, references))
    yield element('artifacts', {}, ...artifacts)
    yield closeTag('trackers')
  }
  return { xml: told(), files: histories.flatMap((history) => history.files) }
}
