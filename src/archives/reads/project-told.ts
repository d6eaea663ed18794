import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { closeTag, declaration, type Markup, openTag } from '../../kit/xml/write.ts'
import { markupFrom } from '../reading/xml-of.ts'
import { projectAttributes, writeDescription, writeLinkTypes, writeServices } from '../writing/project.ts'
import { type TellingRepositories, writeRepositories } from '../writing/repositories.ts'
import { trackerAttributes, trackerParts } from '../writing/tracker.ts'
import { writeTriggers } from '../writing/triggers.ts'
import { writeUserGroups } from '../writing/user-groups.ts'
import { artifactsTold } from './artifacts-told.ts'
import { exportedLinkTypes } from './exported-link-types.ts'
import type { PeopleTold } from './people-told.ts'
import type { ProjectStructure } from './project-structure.ts'
import { peopleOfRepositories } from './repositories-told.ts'

export interface ProjectTelling {
  readonly structure: ProjectStructure
  readonly repositories: TellingRepositories
  readonly people: PeopleTold
  readonly timezone: string
  /** Artifacts whose history holds more than the format can say. */
  readonly ours: Set<ArtifactId>
  /** Types that links of the project have or once had. */
  readonly linkTypes: Set<string>
  readonly onArtifacts?: (done: number) => void
}

/** project.xml (docs/api/archive-format.md §1.4, §1.6), a batch of artifacts at a time. */
export async function* projectTold(db: Reader, telling: ProjectTelling): AsyncGenerator<Markup> {
  const { structure, people, timezone } = telling
  const { project, definitions, trackers, groupNameOf } = structure
  await people.meet(db, structure.people)
  await people.meet(db, await peopleOfRepositories(db, telling.repositories))
  const around = { personOf: people.personOf, groupNameOf }
  yield declaration
  yield openTag('project', projectAttributes(project))
  yield* writeDescription(structure.longDescription, project.banner)
  yield writeServices(structure.services)
  yield writeUserGroups(structure.groups, people.personOf)
  yield openTag('trackers', { 'use-natures': 'true' })
  const inside = { timezone, people, groupNameOf, trackers: new Set(trackers.map(({ id }) => id)) }
  let done = 0
  for (const [index, tracker] of trackers.entries()) {
    // One definition was made of each tracker.
    const definition = definitions[index] as (typeof definitions)[number]
    yield openTag('tracker', trackerAttributes(definition))
    yield* trackerParts(definition, around)
    yield openTag('artifacts')
    for await (const batch of artifactsTold(db, tracker, inside)) {
      for (const id of batch.ours) telling.ours.add(id)
      for (const type of batch.linkTypes) telling.linkTypes.add(type)
      yield* batch.xml
      done += batch.artifacts
      telling.onArtifacts?.(done)
    }
    yield closeTag('artifacts')
    yield closeTag('tracker')
  }
  yield* writeTriggers(structure.triggers)
  yield closeTag('trackers')
  yield writeLinkTypes(exportedLinkTypes(telling))
  yield* writeRepositories(telling.repositories)
  for (const { content } of structure.sections) yield* markupFrom(content)
  yield closeTag('project')
}
