import { buildElement, type Markup } from '../../../kit/xml/write.ts'
import type { CriterionDefinition, RendererDefinition, ReportDefinition } from '../../model/definition.ts'
import { formatFlag } from '../flag.ts'
import { parseStoredXml } from '../stored-xml.ts'
import { isValueKey } from '../value-keys.ts'
import { buildHolderElement, buildReferenceElement, buildTextElement } from '../xml-elements.ts'

/** Writes the reports of the project, without personal ones (docs/api/archive-format.md §2.7). */
export const writeReports = (reports: readonly ReportDefinition[]): readonly Markup[] =>
  buildHolderElement('reports', reports.map(writeReport))

const writeReport = (report: ReportDefinition): Markup =>
  buildElement(
    'report',
    {
      id: report.key ?? undefined,
      is_default: formatFlag(report.isDefault),
      is_query_displayed: formatFlag(report.isQueryDisplayed),
      is_in_expert_mode: formatFlag(report.isInExpertMode),
      expert_query: report.expertQuery === '' ? undefined : report.expertQuery,
    },
    buildTextElement('name', report.name),
    ...(report.description === '' ? [] : [buildTextElement('description', report.description)]),
    buildElement('criterias', {}, ...report.criteria.map(writeCriterion)),
    buildElement('renderers', {}, ...report.renderers.flatMap(writeRenderer)),
  )

const writeCriterion = ({ field, rank, isAdvanced, text, values }: CriterionDefinition): Markup =>
  buildElement(
    'criteria',
    { rank, is_advanced: isAdvanced ? '1' : undefined },
    buildReferenceElement('field', field),
    ...(text === undefined ? [] : [buildTextElement('criteria_value', text, { type: 'text' })]),
    ...(values === undefined ? [] : [writeCriterionValue(values)]),
  )

function writeCriterionValue(values: readonly (string | null)[]): Markup {
  const none = values.includes(null) ? [buildElement('none_value', {})] : []
  // Users have no key, so criteria with users cannot be written.
  const chosen = values.filter(isValueKey).map((key) => buildReferenceElement('selected_value', key))
  return buildElement('criteria_value', { type: 'list' }, ...none, ...chosen)
}

/** An unsupported renderer is written back unchanged. */
function writeRenderer({ key, kind, rank, name, description, table, raw }: RendererDefinition): readonly Markup[] {
  if (table === undefined) return raw === undefined ? [] : parseStoredXml(raw)
  const columns = table.columns.map(({ field, linkType, linkTypeFormat }) =>
    buildElement('field', { REF: field, 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat }),
  )
  const sort = table.sort.map(({ field, isDescending }) =>
    buildElement('field', { REF: field, is_desc: formatFlag(isDescending) }),
  )
  return [
    buildElement(
      'renderer',
      {
        ID: key ?? undefined,
        type: kind,
        rank,
        chunksz: table.chunkSize,
        multisort: table.isMultisort ? '1' : undefined,
      },
      buildTextElement('name', name),
      ...(description === '' ? [] : [buildTextElement('description', description)]),
      buildElement('columns', {}, ...columns),
      ...buildHolderElement('sort', sort),
    ),
  ]
}
