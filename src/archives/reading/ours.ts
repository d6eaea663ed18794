import type { IncomingMention, IncomingTypedLink } from '../../artifacts/store/incoming-references.ts'
import type { ArtifactId, FieldId } from '../../kit/ids.ts'
import { type EpochSeconds, isMoment } from '../../kit/time.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { type ArchivedCategoryChoice, maxCategoryPath } from '../model/category-choices.ts'
import type { ArchivedArtifact } from './artifact.ts'
import { readFlag } from './attributes.ts'
import { type OursOfRepository, readOursOfRepository } from './ours-of-repository.ts'

/** What an archive of ours holds beside what the format can say (docs/decisions/0011-archive-extension-document.md). */
export interface Ours {
  /** Where a deleted artifact was, by ids of the platform that wrote this. */
  readonly origin: { readonly project: number; readonly tracker: number } | null
  /** What led to it from others. */
  readonly links: readonly IncomingTypedLink[]
  readonly mentions: readonly IncomingMention[]
  /** Labels of link types, by short name. */
  readonly linkTypes: ReadonlyMap<string, { readonly forwardLabel: string; readonly reverseLabel: string }>
  readonly labels: readonly { readonly name: string; readonly color: string; readonly isOutline: boolean }[]
  /** What the project says of itself, by name of the field. */
  readonly projectFields: ReadonlyMap<string, string>
  readonly categories: readonly ArchivedCategoryChoice[]
  /** Of services the project made up, by label. */
  readonly icons: ReadonlyMap<string, string>
  /** By name. */
  readonly repositories: ReadonlyMap<string, OursOfRepository>
  /** Names of the user groups that administer repositories beside the administrators of the project. */
  readonly repositoryAdministrators: readonly string[]
  /** By key. */
  readonly trackers: ReadonlyMap<string, OursOfTracker>
  /** By old id; those that share an id in the order of the document. */
  readonly artifacts: ReadonlyMap<string, readonly OursOfArtifact[]>
}

interface OursOfTracker {
  readonly nextNumber: number
  readonly requiresPreconditions: boolean
  readonly hasLegacyWorkflow: boolean
}

export interface OursOfArtifact {
  readonly number: number
  readonly rank: number
  /** The date of its version. */
  readonly versionDate: EpochSeconds
  /** By key of the changeset. */
  readonly changes: ReadonlyMap<string, readonly XmlElement[]>
  /** Paths of files that were removed, by key. */
  readonly removed: ReadonlyMap<string, string>
}

/** Number, rank and further changes of one artifact; a number that is none leaves it to be numbered anew. */
export const readOursOfArtifact = (artifact: XmlElement): OursOfArtifact => ({
  number: wholeNumber(artifact.attributes['number']),
  rank: wholeNumber(artifact.attributes['rank']),
  versionDate: momentIn(artifact.attributes['updated_on']),
  changes:
    artifact.children.length === 0
      ? noChanges
      : new Map(children(artifact, 'changeset').map((each) => [each.attributes['id'] ?? '', each.children])),
  removed:
    artifact.children.length === 0
      ? noFiles
      : new Map(children(artifact, 'file').map(({ attributes }) => [attributes['id'] ?? '', attributes['path'] ?? ''])),
})

// Most artifacts have neither, and there are many of them.
const noChanges: OursOfArtifact['changes'] = new Map()
const noFiles: OursOfArtifact['removed'] = new Map()

/** All of it; the artifacts were read one by one before. */
export const readOurs = (root: XmlElement, artifacts: Ours['artifacts']): Ours => ({
  artifacts,
  origin: readOrigin(child(root, 'origin')),
  links: children(root, 'link').map(({ attributes }) => ({
    from: wholeNumber(attributes['from']) as ArtifactId,
    field: wholeNumber(attributes['field']) as FieldId,
    type: attributes['type'] ?? '',
  })),
  mentions: children(root, 'mention').map(({ attributes }) => ({
    from: wholeNumber(attributes['from']) as ArtifactId,
    keyword: attributes['keyword'] ?? '',
  })),
  linkTypes: new Map(
    children(root, 'link_type').flatMap(({ attributes }) => {
      const shortName = attributes['shortname']?.trim() ?? ''
      const forwardLabel = attributes['forward_label']?.trim().slice(0, 255) || shortName
      const reverseLabel = attributes['reverse_label']?.trim().slice(0, 255) || shortName
      return shortName === '' ? [] : [[shortName, { forwardLabel, reverseLabel }]]
    }),
  ),
  labels: children(root, 'label').map(({ attributes }) => ({
    name: attributes['name'] ?? '',
    color: attributes['color'] ?? '',
    isOutline: readFlag(attributes['is_outline'], false),
  })),
  projectFields: new Map(
    children(root, 'project_field').map(({ attributes, text }) => [attributes['name'] ?? '', text]),
  ),
  categories: children(root, 'category').map(readCategoryChoice),
  icons: new Map(
    children(root, 'service').map(({ attributes }) => [attributes['label'] ?? '', attributes['icon'] ?? '']),
  ),
  repositories: new Map(
    children(root, 'repository')
      .map(readOursOfRepository)
      .map((each) => [each.name, each]),
  ),
  repositoryAdministrators: children(root, 'repository_administrator').map(
    ({ attributes }) => attributes['group'] ?? '',
  ),
  trackers: new Map(
    children(root, 'tracker').map(({ attributes }) => [
      attributes['id'] ?? '',
      {
        nextNumber: wholeNumber(attributes['next_number']),
        requiresPreconditions: readFlag(attributes['requires_preconditions'], false),
        hasLegacyWorkflow: readFlag(attributes['has_legacy_workflow'], false),
      },
    ]),
  ),
})

function readCategoryChoice(category: XmlElement): ArchivedCategoryChoice {
  const path: string[] = []
  let node: XmlElement | undefined = category
  // One name more than a tree can have is enough to find no value.
  while (node !== undefined && path.length <= maxCategoryPath) {
    path.push(node.attributes['name']?.trim() ?? '')
    node = child(node, 'value')
  }
  return { path, line: category.line }
}

const readOrigin = (origin: XmlElement | undefined): Ours['origin'] =>
  origin === undefined
    ? null
    : { project: wholeNumber(origin.attributes['project']), tracker: wholeNumber(origin.attributes['tracker']) }

const wholeNumber = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

const momentIn = (text: string | undefined): EpochSeconds => {
  const seconds = wholeNumber(text)
  return isMoment(seconds) ? seconds : 0
}

/** Returns the parts of each artifact of the archive, called once for each in the order of the document. */
export function oursInOrder(ours: Ours | null): (oldId: string) => OursOfArtifact | undefined {
  const passed = new Map<string, number>()
  return (oldId) => {
    // Ids need not be unique (docs/api/archive-format.md §3.4 rule 1): the second one in project.xml is the second one
    // in tulipwood.xml.
    const all = ours?.artifacts.get(oldId)
    if (all === undefined) return undefined
    const index = passed.get(oldId) ?? 0
    if (all.length > 1) passed.set(oldId, index + 1)
    return all[index]
  }
}

/** An artifact with what its changesets could not say, and with the files that were removed from it. */
export function withOurs(archived: ArchivedArtifact, own: OursOfArtifact | undefined): ArchivedArtifact {
  if (own === undefined || (own.changes.size === 0 && own.removed.size === 0)) return archived
  return {
    ...archived,
    changesets: archived.changesets.map((changeset) => ({
      ...changeset,
      changes: [...changeset.changes, ...(own.changes.get(changeset.key) ?? [])],
    })),
    files: new Map(
      [...archived.files].map(([key, file]) => [key, { ...file, path: own.removed.get(key) ?? file.path }]),
    ),
  }
}

/** A tracker with what the format has no attributes for. */
export function withOursOfTracker(definition: TrackerDefinition, ours: Ours | null): TrackerDefinition {
  const own = ours?.trackers.get(definition.key)
  if (own === undefined) return definition
  const { options, workflow } = definition
  return {
    ...definition,
    options: { ...options, requiresPreconditions: own.requiresPreconditions },
    workflow: workflow && { ...workflow, isLegacy: own.hasLegacyWorkflow },
  }
}

/** Fields by name, so that changes of those that are not used are read as well. */
export const asUsed = <F extends { readonly isUsed: boolean }>(fields: ReadonlyMap<string, F>): Map<string, F> =>
  new Map([...fields].map(([name, field]) => [name, field.isUsed ? field : { ...field, isUsed: true }]))
