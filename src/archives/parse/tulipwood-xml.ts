import type { IncomingMention, IncomingTypedLink } from '../../artifacts/store/incoming-references.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import { type EpochSeconds, isRepresentableTime } from '../../kit/values/time.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { RendererDefinition, TrackerDefinition } from '../../trackers/model/definition.ts'
import { mergeRendererExtension } from '../../trackers/renderers/registry.ts'
import { parseFlag } from '../../trackers/xml/attributes.ts'
import { type ArchivedCategoryChoice, maxCategoryPath } from '../model/category-choices.ts'
import type { ArchivedArtifact } from './artifact.ts'
import { parseTulipwoodRepository, type TulipwoodRepository } from './tulipwood-xml-repository.ts'

/**
 * Content of tulipwood.xml: data that the archive format cannot represent
 * (docs/decisions/0011-archive-extension-document.md).
 */
export interface TulipwoodDocument {
  /** Location of a deleted artifact, by ids of the site that wrote the archive. */
  readonly origin: { readonly project: number; readonly tracker: number } | null
  /** References from other artifacts. */
  readonly links: readonly IncomingTypedLink[]
  readonly mentions: readonly IncomingMention[]
  /** Labels of link types by short name. */
  readonly linkTypes: ReadonlyMap<string, { readonly forwardLabel: string; readonly reverseLabel: string }>
  readonly labels: readonly { readonly name: string; readonly color: string; readonly isOutline: boolean }[]
  /** Custom project fields by name. */
  readonly projectFields: ReadonlyMap<string, string>
  readonly categories: readonly ArchivedCategoryChoice[]
  /** Icons of custom services, by label. */
  readonly icons: ReadonlyMap<string, string>
  /** By name. */
  readonly repositories: ReadonlyMap<string, TulipwoodRepository>
  /** Names of user groups that administer repositories, in addition to project administrators. */
  readonly repositoryAdministrators: readonly string[]
  /** By key. */
  readonly trackers: ReadonlyMap<string, TulipwoodTracker>
  /** By old id; artifacts with the same id in document order. */
  readonly artifacts: ReadonlyMap<string, readonly TulipwoodArtifact[]>
}

interface TulipwoodTracker {
  readonly nextNumber: number
  /** Among the trackers of the project; null: it was not arranged. */
  readonly place: number | null
  readonly requiresPreconditions: boolean
  readonly hasLegacyWorkflow: boolean
  /** What the format cannot represent of renderers, by key. */
  readonly renderers: ReadonlyMap<string, XmlElement>
}

export interface TulipwoodArtifact {
  readonly number: number
  readonly rank: number
  /** null: no user moved it */
  readonly movedRank: number | null
  /** Date of its version. */
  readonly versionDate: EpochSeconds
  /** By key of the changeset. */
  readonly changes: ReadonlyMap<string, readonly XmlElement[]>
  /**
   * By key of the changeset: names of computed fields whose number in the other document is a sum, and not a recorded
   * value.
   */
  readonly frozenSums: ReadonlyMap<string, ReadonlySet<string>>
  /** Paths of removed files, by key. */
  readonly removed: ReadonlyMap<string, string>
}

/** Parses number, rank and additional changes of an artifact; an invalid number is reassigned. */
export const parseTulipwoodArtifact = (artifact: XmlElement): TulipwoodArtifact => ({
  number: parseInteger(artifact.attributes['number']),
  rank: parseInteger(artifact.attributes['rank']),
  movedRank: parseDecimal(artifact.attributes['moved_rank']),
  versionDate: parseDate(artifact.attributes['updated_on']),
  changes:
    artifact.children.length === 0
      ? noChanges
      : new Map(
          findChildren(artifact, 'changeset').map((each) => [
            each.attributes['id'] ?? '',
            each.children.filter(({ name }) => name !== 'frozen_sum'),
          ]),
        ),
  frozenSums:
    artifact.children.length === 0
      ? noSums
      : new Map(
          findChildren(artifact, 'changeset').flatMap((each) => {
            const sums = findChildren(each, 'frozen_sum').map(({ attributes }) => attributes['field_name'] ?? '')
            return sums.length === 0 ? [] : [[each.attributes['id'] ?? '', new Set(sums)]]
          }),
        ),
  removed:
    artifact.children.length === 0
      ? noFiles
      : new Map(
          findChildren(artifact, 'file').map(({ attributes }) => [attributes['id'] ?? '', attributes['path'] ?? '']),
        ),
})

// Shared because most of the many artifacts have none of them.
const noChanges: TulipwoodArtifact['changes'] = new Map()
const noSums: TulipwoodArtifact['frozenSums'] = new Map()
const noFiles: TulipwoodArtifact['removed'] = new Map()

/** Parses the document; artifacts have been parsed one by one before. */
export const parseTulipwoodDocument = (
  root: XmlElement,
  artifacts: TulipwoodDocument['artifacts'],
): TulipwoodDocument => ({
  artifacts,
  origin: parseOrigin(findChild(root, 'origin')),
  links: findChildren(root, 'link').map(({ attributes }) => ({
    from: parseInteger(attributes['from']) as ArtifactId,
    field: parseInteger(attributes['field']) as FieldId,
    type: attributes['type'] ?? '',
  })),
  mentions: findChildren(root, 'mention').map(({ attributes }) => ({
    from: parseInteger(attributes['from']) as ArtifactId,
    keyword: attributes['keyword'] ?? '',
  })),
  linkTypes: new Map(
    findChildren(root, 'link_type').flatMap(({ attributes }) => {
      const shortName = attributes['shortname']?.trim() ?? ''
      const forwardLabel = attributes['forward_label']?.trim().slice(0, 255) || shortName
      const reverseLabel = attributes['reverse_label']?.trim().slice(0, 255) || shortName
      return shortName === '' ? [] : [[shortName, { forwardLabel, reverseLabel }]]
    }),
  ),
  labels: findChildren(root, 'label').map(({ attributes }) => ({
    name: attributes['name'] ?? '',
    color: attributes['color'] ?? '',
    isOutline: parseFlag(attributes['is_outline'], false),
  })),
  projectFields: new Map(
    findChildren(root, 'project_field').map(({ attributes, text }) => [attributes['name'] ?? '', text]),
  ),
  categories: findChildren(root, 'category').map(parseCategoryChoice),
  icons: new Map(
    findChildren(root, 'service').map(({ attributes }) => [attributes['label'] ?? '', attributes['icon'] ?? '']),
  ),
  repositories: new Map(
    findChildren(root, 'repository')
      .map(parseTulipwoodRepository)
      .map((each) => [each.name, each]),
  ),
  repositoryAdministrators: findChildren(root, 'repository_administrator').map(
    ({ attributes }) => attributes['group'] ?? '',
  ),
  trackers: new Map(
    findChildren(root, 'tracker').map((tracker) => [tracker.attributes['id'] ?? '', parseTracker(tracker)]),
  ),
})

const parseTracker = (tracker: XmlElement): TulipwoodTracker => ({
  nextNumber: parseInteger(tracker.attributes['next_number']),
  place: tracker.attributes['place'] === undefined ? null : parseInteger(tracker.attributes['place']),
  requiresPreconditions: parseFlag(tracker.attributes['requires_preconditions'], false),
  hasLegacyWorkflow: parseFlag(tracker.attributes['has_legacy_workflow'], false),
  renderers: new Map(findChildren(tracker, 'renderer').map((each) => [each.attributes['id'] ?? '', each])),
})

function parseCategoryChoice(category: XmlElement): ArchivedCategoryChoice {
  const path: string[] = []
  let node: XmlElement | undefined = category
  // One name more than the maximum depth is enough to match no value.
  while (node !== undefined && path.length <= maxCategoryPath) {
    path.push(node.attributes['name']?.trim() ?? '')
    node = findChild(node, 'value')
  }
  return { path, line: category.line }
}

const parseOrigin = (origin: XmlElement | undefined): TulipwoodDocument['origin'] =>
  origin === undefined
    ? null
    : { project: parseInteger(origin.attributes['project']), tracker: parseInteger(origin.attributes['tracker']) }

const parseDecimal = (text: string | undefined): number | null =>
  /^-?\d{1,15}(\.\d{1,20})?(e-\d{1,2})?$/.test(text ?? '') ? Number(text) : null
const parseInteger = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

const parseDate = (text: string | undefined): EpochSeconds => {
  const seconds = parseInteger(text)
  return isRepresentableTime(seconds) ? seconds : 0
}

/** Returns the data of each artifact; call once per artifact in document order. */
export function createTulipwoodArtifactLookup(
  tulipwood: TulipwoodDocument | null,
): (oldId: string) => TulipwoodArtifact | undefined {
  const passed = new Map<string, number>()
  return (oldId) => {
    // Ids need not be unique (docs/api/archive-format.md §3.4 rule 1): the second one in project.xml matches the second
    // one in tulipwood.xml.
    const all = tulipwood?.artifacts.get(oldId)
    if (all === undefined) return undefined
    const index = passed.get(oldId) ?? 0
    if (all.length > 1) passed.set(oldId, index + 1)
    return all[index]
  }
}

/** Adds the changes and removed files of tulipwood.xml to an artifact. */
export function mergeTulipwoodArtifact(
  archived: ArchivedArtifact,
  own: TulipwoodArtifact | undefined,
): ArchivedArtifact {
  if (own === undefined || (own.changes.size === 0 && own.removed.size === 0)) return archived
  return {
    ...archived,
    changesets: archived.changesets.map((changeset) => ({
      ...changeset,
      changes: [
        ...changeset.changes.filter(
          ({ attributes }) => own.frozenSums.get(changeset.key)?.has(attributes['field_name'] ?? '') !== true,
        ),
        ...(own.changes.get(changeset.key) ?? []),
      ],
    })),
    files: new Map(
      [...archived.files].map(([key, file]) => [key, { ...file, path: own.removed.get(key) ?? file.path }]),
    ),
  }
}

/** Adds the data of tulipwood.xml to a tracker. */
export function mergeTulipwoodTracker(
  definition: TrackerDefinition,
  tulipwood: TulipwoodDocument | null,
): TrackerDefinition {
  const archived = tulipwood?.trackers.get(definition.key)
  if (archived === undefined) return definition
  const { options, workflow, reports } = definition
  const mergeRenderer = (renderer: RendererDefinition): RendererDefinition => {
    const extension = renderer.key === null ? undefined : archived.renderers.get(renderer.key)
    return extension === undefined ? renderer : mergeRendererExtension(renderer, extension)
  }
  return {
    ...definition,
    options: { ...options, requiresPreconditions: archived.requiresPreconditions },
    workflow: workflow && { ...workflow, isLegacy: archived.hasLegacyWorkflow },
    reports: reports.map((report) => ({ ...report, renderers: report.renderers.map(mergeRenderer) })),
  }
}

/** Treats all fields as used, so that changes of unused fields are parsed as well. */
export const treatAsUsed = <F extends { readonly isUsed: boolean }>(fields: ReadonlyMap<string, F>): Map<string, F> =>
  new Map([...fields].map(([name, field]) => [name, field.isUsed ? field : { ...field, isUsed: true }]))
