import { child, children, textOf, type XmlElement } from '../../kit/xml/element.ts'
import type { CriterionDefinition, RendererDefinition, ReportDefinition } from '../../trackers/model/definition.ts'
import { flagAttribute, readFlag, requiredAttribute, wholeAttribute } from './attributes.ts'
import type { Surroundings } from './surroundings.ts'
import type { TrackerKeys } from './tracker-keys.ts'
import { xmlOf } from './xml-of.ts'

/** Saved searches of the project (docs/api/archive-format.md §2.7). */
export function readReports(tracker: XmlElement, keys: TrackerKeys, around: Surroundings): ReportDefinition[] {
  return partsOf(tracker, 'reports', 'report').map((report) => ({
    key: report.attributes['id']?.trim() || null,
    name: readReportName(report, around),
    description: textOf(report, 'description')?.trim() ?? '',
    isDefault: flagAttribute(report, 'is_default', false, around.notes),
    isQueryDisplayed: flagAttribute(report, 'is_query_displayed', true, around.notes),
    isInExpertMode: flagAttribute(report, 'is_in_expert_mode', false, around.notes),
    expertQuery: report.attributes['expert_query'] ?? '',
    criteria: partsOf(report, 'criterias', 'criteria').flatMap(
      (criterion) => readCriterion(criterion, keys, around) ?? [],
    ),
    renderers: partsOf(report, 'renderers', 'renderer').map((renderer) => readRenderer(renderer, keys, around)),
  }))
}

// Longer names do not fit into the index of PostgreSQL.
const maxNameLength = 255

function readReportName(report: XmlElement, { notes }: Surroundings): string {
  const name = textOf(report, 'name')?.trim() ?? ''
  if (name.length <= maxNameLength) return name
  notes.remark('value-left-out', report.line, `The name of a report is cut after ${maxNameLength} characters`)
  return name.slice(0, maxNameLength).toWellFormed()
}

function readCriterion(
  criterion: XmlElement,
  keys: TrackerKeys,
  around: Surroundings,
): CriterionDefinition | undefined {
  const element = child(criterion, 'field')
  if (element === undefined) {
    around.notes.remark('invalid-reference', criterion.line, '<criteria> without <field> is left out')
    return undefined
  }
  const field = keys.field(element)
  if (field === undefined) return undefined
  return {
    field,
    rank: wholeAttribute(criterion, 'rank', 0, around.notes),
    isAdvanced: flagAttribute(criterion, 'is_advanced', false, around.notes),
    ...readSought(child(criterion, 'criteria_value'), keys, around),
  }
}

function readSought(
  value: XmlElement | undefined,
  keys: TrackerKeys,
  { notes }: Surroundings,
): Pick<CriterionDefinition, 'text' | 'values'> {
  if (value === undefined) return {}
  switch (value.attributes['type']?.trim()) {
    case 'text':
      return { text: value.text }
    case 'list': {
      const chosen = children(value, 'selected_value').flatMap((element) => keys.value(element) ?? [])
      return { values: child(value, 'none_value') === undefined ? chosen : [null, ...chosen] }
    }
    default:
      notes.remark('value-left-out', value.line, `What is sought by "${value.attributes['type'] ?? ''}" is left out`)
      return {}
  }
}

function readRenderer(renderer: XmlElement, keys: TrackerKeys, around: Surroundings): RendererDefinition {
  const kind = requiredAttribute(renderer, 'type', around.notes)
  const common = {
    key: renderer.attributes['ID']?.trim() || null,
    kind,
    name: textOf(renderer, 'name')?.trim() ?? '',
    description: textOf(renderer, 'description')?.trim() ?? '',
    rank: wholeAttribute(renderer, 'rank', 0, around.notes),
  }
  // Charts and card walls are other products' matter: kept for the next export.
  return kind === 'table'
    ? { ...common, table: readTable(renderer, keys, around) }
    : { ...common, raw: xmlOf(renderer) }
}

const defaultChunkSize = 15

function readTable(renderer: XmlElement, keys: TrackerKeys, { notes }: Surroundings) {
  return {
    chunkSize: wholeAttribute(renderer, 'chunksz', defaultChunkSize, notes),
    isMultisort: readFlag(renderer.attributes['multisort'], false),
    columns: partsOf(renderer, 'columns', 'field').flatMap((element) => {
      const field = keys.field(element)
      const { 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat } = element.attributes
      return field === undefined ? [] : [{ field, linkType: linkType?.trim(), linkTypeFormat }]
    }),
    sort: partsOf(renderer, 'sort', 'field').flatMap((element) => {
      const field = keys.field(element)
      return field === undefined ? [] : [{ field, isDescending: readFlag(element.attributes['is_desc'], false) }]
    }),
  }
}

function partsOf(owner: XmlElement, holderName: string, name: string): readonly XmlElement[] {
  const holder = child(owner, holderName)
  return holder === undefined ? [] : children(holder, name)
}
