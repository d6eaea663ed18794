import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, getText, type XmlElement } from '../../../kit/xml/element.ts'
import type { CriterionDefinition, RendererDefinition, ReportDefinition } from '../../model/definition.ts'
import { getRequiredAttribute, parseFlag, parseFlagAttribute, parseIntegerAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import { serializeElement } from '../stored-xml.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

/** Parses the reports of the project (docs/api/archive-format.md §2.7). */
export function parseReports(tracker: XmlElement, keys: TrackerKeys, context: ParseContext): ReportDefinition[] {
  return childElements(tracker, 'reports', 'report').map((report) => ({
    key: report.attributes['id']?.trim() || null,
    name: parseReportName(report, context),
    description: getText(report, 'description')?.trim() ?? '',
    isDefault: parseFlagAttribute(report, 'is_default', false, context.notes),
    isQueryDisplayed: parseFlagAttribute(report, 'is_query_displayed', true, context.notes),
    isInExpertMode: parseFlagAttribute(report, 'is_in_expert_mode', false, context.notes),
    expertQuery: report.attributes['expert_query'] ?? '',
    criteria: childElements(report, 'criterias', 'criteria').flatMap(
      (criterion) => parseCriterion(criterion, keys, context) ?? [],
    ),
    renderers: childElements(report, 'renderers', 'renderer').map((renderer) => parseRenderer(renderer, keys, context)),
  }))
}

// Longer names exceed index entries of PostgreSQL.
const maxNameLength = 255

function parseReportName(report: XmlElement, { notes }: ParseContext): string {
  const name = getText(report, 'name')?.trim() ?? ''
  if (name.length <= maxNameLength) return name
  notes.remark('value-left-out', report.line, message`The name of a report is cut after ${maxNameLength} characters`)
  return name.slice(0, maxNameLength).toWellFormed()
}

function parseCriterion(
  criterion: XmlElement,
  keys: TrackerKeys,
  context: ParseContext,
): CriterionDefinition | undefined {
  const element = findChild(criterion, 'field')
  if (element === undefined) {
    context.notes.remark('invalid-reference', criterion.line, message`<criteria> without <field> is left out`)
    return undefined
  }
  const field = keys.field(element)
  if (field === undefined) return undefined
  return {
    field,
    rank: parseIntegerAttribute(criterion, 'rank', 0, context.notes),
    isAdvanced: parseFlagAttribute(criterion, 'is_advanced', false, context.notes),
    ...parseCriterionValue(findChild(criterion, 'criteria_value'), keys, context),
  }
}

function parseCriterionValue(
  value: XmlElement | undefined,
  keys: TrackerKeys,
  { notes }: ParseContext,
): Pick<CriterionDefinition, 'text' | 'values'> {
  if (value === undefined) return {}
  switch (value.attributes['type']?.trim()) {
    case 'text':
      return { text: value.text }
    case 'list': {
      const chosen = findChildren(value, 'selected_value').flatMap((element) => keys.value(element) ?? [])
      return { values: findChild(value, 'none_value') === undefined ? chosen : [null, ...chosen] }
    }
    default:
      notes.remark(
        'value-left-out',
        value.line,
        message`What is sought by "${value.attributes['type'] ?? ''}" is left out`,
      )
      return {}
  }
}

function parseRenderer(renderer: XmlElement, keys: TrackerKeys, context: ParseContext): RendererDefinition {
  const kind = getRequiredAttribute(renderer, 'type', context.notes)
  const common = {
    key: renderer.attributes['ID']?.trim() || null,
    kind,
    name: getText(renderer, 'name')?.trim() ?? '',
    description: getText(renderer, 'description')?.trim() ?? '',
    rank: parseIntegerAttribute(renderer, 'rank', 0, context.notes),
  }
  // Charts and card walls of other products are stored for the next export.
  return kind === 'table'
    ? { ...common, table: parseTable(renderer, keys, context) }
    : { ...common, raw: serializeElement(renderer) }
}

const defaultChunkSize = 15

function parseTable(renderer: XmlElement, keys: TrackerKeys, { notes }: ParseContext) {
  return {
    chunkSize: parseIntegerAttribute(renderer, 'chunksz', defaultChunkSize, notes),
    isMultisort: parseFlag(renderer.attributes['multisort'], false),
    columns: childElements(renderer, 'columns', 'field').flatMap((element) => {
      const field = keys.field(element)
      const { 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat } = element.attributes
      return field === undefined ? [] : [{ field, linkType: linkType?.trim(), linkTypeFormat }]
    }),
    sort: childElements(renderer, 'sort', 'field').flatMap((element) => {
      const field = keys.field(element)
      return field === undefined ? [] : [{ field, isDescending: parseFlag(element.attributes['is_desc'], false) }]
    }),
  }
}

function childElements(owner: XmlElement, holderName: string, name: string): readonly XmlElement[] {
  const holder = findChild(owner, holderName)
  return holder === undefined ? [] : findChildren(holder, name)
}
