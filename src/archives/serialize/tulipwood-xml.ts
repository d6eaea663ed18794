import type { IncomingMention, IncomingTypedLink } from '../../artifacts/store/incoming-references.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { buildElement, type Markup } from '../../kit/xml/write.ts'
import type { Label } from '../../projects/model/label.ts'
import type { Service } from '../../projects/model/services.ts'
import type { RendererDefinition, TrackerDefinition } from '../../trackers/model/definition.ts'
import type { SiteLinkType } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { writeRendererExtension } from '../../trackers/renderers/registry.ts'
import { formatFlag } from '../../trackers/xml/flag.ts'
import { buildTextElement } from '../../trackers/xml/xml-elements.ts'
import type { ArtifactHistory, FrozenSums, RecordedChangeset } from '../model/artifact-history.ts'
import type { ArtifactOutline } from '../store/histories.ts'
import { buildChangesetKey, buildRemovedAttachmentPath, type HistoryContext } from './artifact.ts'

/** Returns whether the format cannot represent a value: the field is unused, or has no XML form. */
function isTulipwoodValue(field: Field, value: unknown): boolean {
  const { archive } = getFieldType(field.type)
  return archive !== undefined && value !== undefined && (!field.isUsed || archive.needsExtension?.(value) === true)
}

/** Returns whether a history contains such values. */
export const hasTulipwoodChanges = ({ changesets }: ArtifactHistory, fields: readonly Field[]): boolean =>
  changesets.some(({ values }) => fields.some((field) => isTulipwoodValue(field, values[field.id])))

/** Writes number and rank of an artifact, and changes that the format cannot represent. */
export function writeTulipwoodArtifact(
  { id, number, rank, movedRank, versionDate }: ArtifactOutline,
  changes: readonly Markup[],
  removed: readonly FileId[],
): Markup {
  const files = removed.map((file) =>
    buildElement('file', { id: `fileinfo_${file}`, path: buildRemovedAttachmentPath(file) }),
  )
  const moved = movedRank === null ? {} : { moved_rank: movedRank }
  return buildElement('artifact', { id, number, rank, ...moved, updated_on: versionDate }, ...changes, ...files)
}

/** Writes changes by changeset; `frozen` are the numbers that the last changeset has only in the other document. */
export function writeTulipwoodChangesets(
  { changesets }: ArtifactHistory,
  { fields }: Pick<Tracker, 'fields'>,
  context: HistoryContext,
  frozen: FrozenSums = new Map(),
): readonly Markup[] {
  const last = changesets.at(-1)
  return changesets.flatMap((changeset) => {
    const sums = changeset === last ? fields.filter(({ id }) => frozen.has(id)) : []
    const changes = [
      ...sums.map(({ name }) => buildElement('frozen_sum', { field_name: name })),
      ...fields.flatMap((field) => writeTulipwoodChange(changeset, field, { context, isFrozen: sums.includes(field) })),
    ]
    return changes.length === 0 ? [] : [buildElement('changeset', { id: buildChangesetKey(changeset.id) }, ...changes)]
  })
}

function writeTulipwoodChange(
  { values }: RecordedChangeset,
  field: Field,
  { context, isFrozen }: { readonly context: HistoryContext; readonly isFrozen: boolean },
): readonly Markup[] {
  const value = values[field.id]
  const { archive } = getFieldType(field.type)
  const isNeeded = isTulipwoodValue(field, value) || (isFrozen && value !== undefined)
  return archive !== undefined && isNeeded ? [archive.write(value, field, context)] : []
}

/** Writes what the format does not have of a tracker and its renderers. */
export const writeTulipwoodTracker = (
  { key, options, workflow, reports }: TrackerDefinition,
  { nextNumber, place }: { readonly nextNumber: number; readonly place: number | undefined },
): Markup =>
  buildElement(
    'tracker',
    {
      id: key,
      next_number: nextNumber,
      place,
      requires_preconditions: options.requiresPreconditions ? formatFlag(true) : undefined,
      has_legacy_workflow: workflow?.isLegacy === true ? formatFlag(true) : undefined,
    },
    ...reports.flatMap(({ renderers }) => renderers.flatMap(writeTulipwoodRenderer)),
  )

function writeTulipwoodRenderer(renderer: RendererDefinition): readonly Markup[] {
  const parts = writeRendererExtension(renderer)
  return parts.length === 0 ? [] : [buildElement('renderer', { id: renderer.key ?? undefined }, ...parts)]
}

/**
 * Writes the location of a deleted artifact: a project and a tracker of this site
 * (docs/decisions/0013-archive-deleted-artifacts.md).
 */
export const writeOrigin = ({ id, projectId, itemName }: Tracker): Markup =>
  buildElement('origin', { project: projectId, tracker: id, item_name: itemName })

/** Writes references from other artifacts to a deleted artifact; they are restored with it. */
export const writeEntryReferences = (
  links: readonly IncomingTypedLink[],
  mentions: readonly IncomingMention[],
): readonly Markup[] => [
  ...links.map(({ from, field, type }) => buildElement('link', { from, field, type })),
  ...mentions.map(({ from, keyword }) => buildElement('mention', { from, keyword })),
]

interface TulipwoodProjectParts {
  readonly labels: readonly Label[]
  /** Custom project fields by name. */
  readonly fields: ReadonlyMap<string, string>
  /** Names from a category down to the selected value. */
  readonly categories: readonly (readonly string[])[]
  readonly services: readonly Service[]
  readonly linkTypes: readonly SiteLinkType[]
}

const writeCategoryPath = ([name = '', ...below]: readonly string[], tag = 'category'): Markup =>
  buildElement(tag, { name }, ...(below.length === 0 ? [] : [writeCategoryPath(below, 'value')]))

/** Writes labels, labels of link types, category choices, custom project fields and icons of custom services. */
export const writeTulipwoodProject = ({
  labels,
  fields,
  categories,
  services,
  linkTypes,
}: TulipwoodProjectParts): readonly Markup[] => [
  ...linkTypes
    .filter(({ isSystem }) => !isSystem)
    .map(({ shortName, forwardLabel, reverseLabel }) =>
      buildElement('link_type', { shortname: shortName, forward_label: forwardLabel, reverse_label: reverseLabel }),
    ),
  ...labels.map(({ name, color, isOutline }) =>
    buildElement('label', { name, color, is_outline: formatFlag(isOutline) }),
  ),
  ...[...fields].map(([name, value]) => buildTextElement('project_field', value, { name })),
  ...categories.map((path) => writeCategoryPath(path)),
  ...services
    .filter(({ isCustom, icon }) => isCustom && icon !== '')
    .map(({ label, icon }) => buildElement('service', { label, icon })),
]
