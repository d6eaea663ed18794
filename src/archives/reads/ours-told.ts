import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, ProjectId } from '../../kit/ids.ts'
import { closeTag, declaration, type Markup, openTag } from '../../kit/xml/write.ts'
import { allCategories, categoryChoicesOf } from '../../projects/store/categories.ts'
import { labelsOf } from '../../projects/store/labels.ts'
import { allProjectFields, projectFieldValues } from '../../projects/store/project-fields.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { pathsOfChoices } from '../model/category-choices.ts'
import { loadHistories, removedFiles } from '../store/histories.ts'
import { nextNumbers } from '../store/next-numbers.ts'
import { referencesOf } from '../store/repositories.ts'
import { writeOursOfArtifact, writeOursOfChangesets, writeOursOfProject, writeOursOfTracker } from '../writing/ours.ts'
import {
  oursOfRepositoryAttributes,
  writeOursOfRepository,
  writeReferencesOfCommits,
  writeRepositoryAdministrators,
} from '../writing/repositories.ts'
import { outlineBatches } from './artifacts-told.ts'
import { exportedLinkTypes } from './exported-link-types.ts'
import { type HistorySurroundings, historyReferences } from './history-references.ts'
import type { ProjectTelling } from './project-told.ts'

/** What the format of archives has no place for: read by us, left alone by everyone else (docs/decisions/0011-archive-extension-document.md). */
export async function* oursTold(db: Reader, telling: ProjectTelling): AsyncGenerator<Markup> {
  const { structure, repositories, people, timezone, ours } = telling
  const { project, trackers, groupNameOf, definitions } = structure
  const numbers = await nextNumbers(
    db,
    trackers.map(({ id }) => id),
  )
  yield declaration
  yield openTag('tulipwood', { version: 1 })
  yield* writeOursOfProject({
    labels: await labelsOf(db, project.id),
    fields: await ownFields(db, project.id),
    categories: pathsOfChoices(await allCategories(db), await categoryChoicesOf(db, project.id)),
    services: structure.services,
    linkTypes: exportedLinkTypes(telling),
  })
  for (const [index, tracker] of trackers.entries()) {
    yield writeOursOfTracker(definitions[index]?.key ?? '', tracker, numbers.get(tracker.id) ?? 1)
  }
  const around = { personOf: people.personOf, groupNameOf }
  yield* writeRepositoryAdministrators(repositories, around)
  for (const told of repositories.repositories) {
    const { repository, youngest } = told
    yield openTag('repository', oursOfRepositoryAttributes(told))
    yield* writeOursOfRepository(told, around)
    for await (const rows of referencesOf(db, { ...repository, youngest })) yield* writeReferencesOfCommits(rows)
    yield closeTag('repository')
  }
  const inside = { timezone, people, groupNameOf, trackers: new Set(trackers.map(({ id }) => id)) }
  for (const tracker of trackers) {
    for await (const outlines of outlineBatches(db, tracker.id)) {
      const special = outlines.map(({ id }) => id).filter((id) => ours.has(id))
      const changes = await changesOf(db, special, tracker, inside)
      const removed = await removedFiles(
        db,
        outlines.map(({ id }) => id),
      )
      yield* outlines.map((outline) =>
        writeOursOfArtifact(outline, changes.get(outline.id) ?? [], removed.get(outline.id) ?? []),
      )
    }
  }
  yield closeTag('tulipwood')
}

async function changesOf(
  db: Reader,
  ids: readonly ArtifactId[],
  tracker: Tracker,
  inside: HistorySurroundings,
): Promise<Map<ArtifactId, readonly Markup[]>> {
  const histories = await loadHistories(db, ids)
  const references = await historyReferences(db, histories, tracker, inside)
  return new Map(histories.map((history) => [history.id, writeOursOfChangesets(history, tracker, references)]))
}

async function ownFields(db: Reader, id: ProjectId): Promise<Map<string, string>> {
  const fields = await allProjectFields(db)
  const values = (await projectFieldValues(db, [id])).get(id)
  return new Map(
    fields.flatMap((field) => {
      const value = values?.get(field.id)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
}
