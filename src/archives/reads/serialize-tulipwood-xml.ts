import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'
import { buildStartTag, closeTag, declaration, type Markup } from '../../kit/xml/write.ts'
import { loadCategories, loadCategoryChoices } from '../../projects/store/categories.ts'
import { loadLabels } from '../../projects/store/labels.ts'
import { loadAllProjectFields, loadProjectFieldValues } from '../../projects/store/project-fields.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerPlaces } from '../../trackers/store/tracker-places.ts'
import { buildChoicePaths } from '../model/category-choices.ts'
import {
  buildTulipwoodRepositoryAttributes,
  writeReferencesOfCommits,
  writeRepositoryAdministrators,
  writeTulipwoodRepository,
} from '../serialize/repositories.ts'
import {
  writeTulipwoodArtifact,
  writeTulipwoodChangesets,
  writeTulipwoodProject,
  writeTulipwoodTracker,
} from '../serialize/tulipwood-xml.ts'
import { loadHistories, loadRemovedFiles } from '../store/histories.ts'
import { loadNextNumbers } from '../store/next-numbers.ts'
import { loadCommitReferences } from '../store/repositories.ts'
import { selectExportedLinkTypes } from './exported-link-types.ts'
import { type HistoryExportContext, loadHistoryReferences } from './load-history-references.ts'
import { batchOutlines } from './serialize-artifacts.ts'
import type { ProjectExportContext } from './serialize-project.ts'

/**
 * Serializes tulipwood.xml: data that the archive format cannot represent; other products ignore it
 * (docs/decisions/0011-archive-extension-document.md).
 */
export async function* serializeTulipwoodXml(db: Reader, context: ProjectExportContext): AsyncGenerator<Markup> {
  const { structure, repositories, people, timezone, idsForTulipwood } = context
  const { project, trackers, groupNameOf, groupKeyOf, definitions } = structure
  const trackerIds = trackers.map(({ id }) => id)
  const numbers = await loadNextNumbers(db, trackerIds)
  const places = await loadTrackerPlaces(db, trackerIds)
  yield declaration
  yield buildStartTag('tulipwood', { version: 1 })
  yield* writeTulipwoodProject({
    labels: await loadLabels(db, project.id),
    fields: await loadProjectFields(db, project.id),
    categories: buildChoicePaths(await loadCategories(db), await loadCategoryChoices(db, project.id)),
    services: structure.services,
    linkTypes: selectExportedLinkTypes(context),
  })
  for (const [index, definition] of definitions.entries()) {
    const tracker = trackers[index]
    yield writeTulipwoodTracker(definition, {
      nextNumber: (tracker && numbers.get(tracker.id)) ?? 1,
      place: tracker && places.get(tracker.id),
    })
  }
  const references = { userReferenceOf: people.referenceOf, groupNameOf, groupKeyOf }
  yield* writeRepositoryAdministrators(repositories, references)
  for (const entry of repositories.repositories) {
    const { repository, youngest } = entry
    yield buildStartTag('repository', buildTulipwoodRepositoryAttributes(entry))
    yield* writeTulipwoodRepository(entry, references)
    for await (const rows of loadCommitReferences(db, { ...repository, youngest }))
      yield* writeReferencesOfCommits(rows)
    yield closeTag('repository')
  }
  const inside = { timezone, people, groupKeyOf, trackers: new Set(trackers.map(({ id }) => id)) }
  for (const tracker of trackers) {
    for await (const outlines of batchOutlines(db, tracker.id)) {
      const special = outlines.map(({ id }) => id).filter((id) => idsForTulipwood.has(id))
      const changes = await serializeChanges(db, special, tracker, inside)
      const removed = await loadRemovedFiles(
        db,
        outlines.map(({ id }) => id),
      )
      yield* outlines.map((outline) =>
        writeTulipwoodArtifact(outline, changes.get(outline.id) ?? [], removed.get(outline.id) ?? []),
      )
    }
  }
  yield closeTag('tulipwood')
}

async function serializeChanges(
  db: Reader,
  ids: readonly ArtifactId[],
  tracker: Tracker,
  inside: HistoryExportContext,
): Promise<Map<ArtifactId, readonly Markup[]>> {
  const histories = await loadHistories(db, ids)
  const references = await loadHistoryReferences(db, histories, tracker, inside)
  return new Map(histories.map((history) => [history.id, writeTulipwoodChangesets(history, tracker, references)]))
}

async function loadProjectFields(db: Reader, id: ProjectId): Promise<Map<string, string>> {
  const fields = await loadAllProjectFields(db)
  const values = (await loadProjectFieldValues(db, [id])).get(id)
  return new Map(
    fields.flatMap((field) => {
      const value = values?.get(field.id)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
}
