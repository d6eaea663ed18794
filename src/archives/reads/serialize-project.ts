import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { buildStartTag, closeTag, declaration, type Markup } from '../../kit/xml/write.ts'
import { writeTriggers } from '../../trackers/triggers/trigger-rule.ts'
import { buildTrackerAttributes, serializeTrackerParts } from '../../trackers/xml/serialize/tracker.ts'
import { parseStoredXml } from '../../trackers/xml/stored-xml.ts'
import { buildProjectAttributes, writeDescription, writeLinkTypes, writeServices } from '../serialize/project.ts'
import { type RepositoriesExport, writeRepositories } from '../serialize/repositories.ts'
import { writeUserGroups } from '../serialize/user-groups.ts'
import { selectExportedLinkTypes } from './exported-link-types.ts'
import type { ExportedUsers } from './exported-users.ts'
import { loadUsersOfRepositories } from './load-exported-repositories.ts'
import type { ProjectStructure } from './project-structure.ts'
import { serializeArtifacts } from './serialize-artifacts.ts'

export interface ProjectExportContext {
  readonly structure: ProjectStructure
  readonly repositories: RepositoriesExport
  readonly people: ExportedUsers
  readonly timezone: string
  /** Artifacts whose history needs tulipwood.xml. */
  readonly idsForTulipwood: Set<ArtifactId>
  /** Link types in current and past links of the project. */
  readonly linkTypes: Set<string>
  readonly onArtifacts?: (done: number) => void
}

/** Serializes project.xml (docs/api/archive-format.md §1.4, §1.6), one batch of artifacts at a time. */
export async function* serializeProject(db: Reader, context: ProjectExportContext): AsyncGenerator<Markup> {
  const { structure, people, timezone } = context
  const { project, definitions, trackers, groupNameOf, groupKeyOf } = structure
  await people.load(db, structure.people)
  await people.load(db, await loadUsersOfRepositories(db, context.repositories))
  const references = { userReferenceOf: people.referenceOf, groupNameOf, groupKeyOf }
  yield declaration
  yield buildStartTag('project', buildProjectAttributes(project))
  yield* writeDescription(structure.longDescription, project.banner)
  yield writeServices(structure.services)
  yield writeUserGroups(structure.groups, people.referenceOf)
  yield buildStartTag('trackers', { 'use-natures': 'true' })
  const inside = { timezone, people, groupKeyOf, trackers: new Set(trackers.map(({ id }) => id)) }
  let done = 0
  for (const [index, tracker] of trackers.entries()) {
    // One definition per tracker.
    const definition = definitions[index] as (typeof definitions)[number]
    yield buildStartTag('tracker', buildTrackerAttributes(definition))
    yield* serializeTrackerParts(definition, references)
    yield buildStartTag('artifacts')
    for await (const batch of serializeArtifacts(db, tracker, inside)) {
      for (const id of batch.idsForTulipwood) context.idsForTulipwood.add(id)
      for (const type of batch.linkTypes) context.linkTypes.add(type)
      yield* batch.xml
      done += batch.artifacts
      context.onArtifacts?.(done)
    }
    yield closeTag('artifacts')
    yield closeTag('tracker')
  }
  yield* writeTriggers(structure.triggers)
  yield closeTag('trackers')
  yield writeLinkTypes(selectExportedLinkTypes(context))
  yield* writeRepositories(context.repositories)
  for (const { content } of structure.sections) yield* parseStoredXml(content)
  yield closeTag('project')
}
