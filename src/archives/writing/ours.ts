import type { IncomingMention, IncomingTypedLink } from '../../artifacts/store/incoming-references.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { FileId } from '../../kit/ids.ts'
import { element, type Markup } from '../../kit/xml/write.ts'
import type { Label } from '../../projects/model/label.ts'
import type { Service } from '../../projects/model/services.ts'
import type { SiteLinkType } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory } from '../history.ts'
import type { ArtifactOutline } from '../store/histories.ts'
import { changesetKey, type HistoryWriting, removedPathOf } from './artifact.ts'
import { flag } from './flag.ts'
import { textIn } from './named.ts'

/** Whether the format has no place for a value: the field is not used, or it has no words for it. */
function isOurs(field: Field, value: unknown): boolean {
  const { archive } = fieldType(field.type)
  return archive !== undefined && value !== undefined && (!field.isUsed || archive.needsExtension?.(value) === true)
}

/** Whether a history holds such values. */
export const hasOurs = ({ changesets }: ArtifactHistory, fields: readonly Field[]): boolean =>
  changesets.some(({ values }) => fields.some((field) => isOurs(field, values[field.id])))

/** Number and rank of an artifact, and what its changesets cannot say elsewhere. */
export function writeOursOfArtifact(
  { id, number, rank, versionDate }: ArtifactOutline,
  changes: readonly Markup[],
  removed: readonly FileId[],
): Markup {
  const files = removed.map((file) => element('file', { id: `fileinfo_${file}`, path: removedPathOf(file) }))
  return element('artifact', { id, number, rank, updated_on: versionDate }, ...changes, ...files)
}

export const writeOursOfChangesets = (
  { changesets }: ArtifactHistory,
  { fields }: Pick<Tracker, 'fields'>,
  writing: HistoryWriting,
): readonly Markup[] =>
  changesets.flatMap((changeset) => {
    const changes = fields.flatMap((field) => {
      const value = changeset.values[field.id]
      const archive = fieldType(field.type).archive
      return archive !== undefined && isOurs(field, value) ? [archive.write(value, field, writing)] : []
    })
    return changes.length === 0 ? [] : [element('changeset', { id: changesetKey(changeset.id) }, ...changes)]
  })

/** What the format has no attribute for. */
export const writeOursOfTracker = (key: string, { options, workflow }: Tracker, nextNumber: number): Markup =>
  element('tracker', {
    id: key,
    next_number: nextNumber,
    requires_preconditions: options.requiresPreconditions ? flag(true) : undefined,
    has_legacy_workflow: workflow?.isLegacy === true ? flag(true) : undefined,
  })

/** Where a deleted artifact was: a project and a tracker of this very platform (docs/decisions/0013-archive-deleted-artifacts.md). */
export const writeOrigin = ({ id, projectId, itemName }: Tracker): Markup =>
  element('origin', { project: projectId, tracker: id, item_name: itemName })

/** What led to a deleted artifact from others: it comes back with it. */
export const writePointers = (
  links: readonly IncomingTypedLink[],
  mentions: readonly IncomingMention[],
): readonly Markup[] => [
  ...links.map(({ from, field, type }) => element('link', { from, field, type })),
  ...mentions.map(({ from, keyword }) => element('mention', { from, keyword })),
]

interface OwnParts {
  readonly labels: readonly Label[]
  /** What the project says of itself, by name of the field. */
  readonly fields: ReadonlyMap<string, string>
  /** Names from a category down to the value that the project chose. */
  readonly categories: readonly (readonly string[])[]
  readonly services: readonly Service[]
  readonly linkTypes: readonly SiteLinkType[]
}

const writeCategoryPath = ([name = '', ...below]: readonly string[], tag = 'category'): Markup =>
  element(tag, { name }, ...(below.length === 0 ? [] : [writeCategoryPath(below, 'value')]))

/** Labels, labels of link types, choices of categories, answers to what the platform asks of projects, icons of services the project made up. */
export const writeOursOfProject = ({
  labels,
  fields,
  categories,
  services,
  linkTypes,
}: OwnParts): readonly Markup[] => [
  ...linkTypes
    .filter(({ isSystem }) => !isSystem)
    .map(({ shortName, forwardLabel, reverseLabel }) =>
      element('link_type', { shortname: shortName, forward_label: forwardLabel, reverse_label: reverseLabel }),
    ),
  ...labels.map(({ name, color, isOutline }) => element('label', { name, color, is_outline: flag(isOutline) })),
  ...[...fields].map(([name, value]) => textIn('project_field', value, { name })),
  ...categories.map((path) => writeCategoryPath(path)),
  ...services
    .filter(({ isCustom, icon }) => isCustom && icon !== '')
    .map(({ label, icon }) => element('service', { label, icon })),
]
