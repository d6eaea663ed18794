import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, getText, type XmlElement } from '../../../kit/xml/element.ts'
import { criterionEntries } from '../../criteria/registry.ts'
import type {
  CriterionContentBy,
  CriterionDefinition,
  RendererDefinition,
  ReportDefinition,
} from '../../model/definition.ts'
import { rendererEntries } from '../../renderers/registry.ts'
import { getRequiredAttribute, parseFlagAttribute, parseIntegerAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

/** Parses the reports of the project (docs/api/archive-format.md §2.7). */
export function parseReports(tracker: XmlElement, keys: TrackerKeys, context: ParseContext): ReportDefinition[] {
  const reports = childElements(tracker, 'reports', 'report').map((report) => ({
    line: report.line,
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
  const first = reports.find(({ isDefault }) => isDefault)
  return reports.map((each) => {
    const { line, ...report } = each
    if (!report.isDefault || each === first) return report
    const text = message`The report "${report.name}" is not the default one: the tracker has another one before it`
    context.notes.remark('value-left-out', line, text)
    return { ...report, isDefault: false }
  })
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
): CriterionContentBy<string | null> {
  if (value === undefined) return {}
  const type = value.attributes['type'] ?? ''
  const entry = criterionEntries.find(([, { archive }]) => archive.type === type.trim())
  if (entry === undefined) {
    notes.remark('value-left-out', value.line, message`What is sought by "${type}" is left out`)
    return {}
  }
  return { [entry[0]]: entry[1].archive.read(value, keys) }
}

function parseRenderer(renderer: XmlElement, keys: TrackerKeys, { notes }: ParseContext): RendererDefinition {
  const kind = getRequiredAttribute(renderer, 'type', notes)
  const entry = rendererEntries.find(([, type]) => type.kind === kind) ?? rendererEntries.find(([, type]) => !type.kind)
  return {
    key: renderer.attributes['ID']?.trim() || null,
    kind,
    name: getText(renderer, 'name')?.trim() ?? '',
    description: getText(renderer, 'description')?.trim() ?? '',
    rank: parseIntegerAttribute(renderer, 'rank', 0, notes),
    ...(entry && { [entry[0]]: entry[1].read(renderer, keys, notes) }),
  }
}

function childElements(owner: XmlElement, holderName: string, name: string): readonly XmlElement[] {
  const holder = findChild(owner, holderName)
  return holder === undefined ? [] : findChildren(holder, name)
}
