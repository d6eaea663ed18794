import { element, type Markup } from '../../kit/xml/write.ts'
import type { CriterionDefinition, RendererDefinition, ReportDefinition } from '../../trackers/model/definition.ts'
import { markupFrom } from '../reading/xml-of.ts'
import { flag } from './flag.ts'
import { held, referTo, textIn } from './named.ts'
import { isValueKey } from './value-keys.ts'

/** Saved searches of the project (docs/api/archive-format.md §2.7); those of people stay with them. */
export const writeReports = (reports: readonly ReportDefinition[]): readonly Markup[] =>
  held('reports', reports.map(writeReport))

const writeReport = (report: ReportDefinition): Markup =>
  element(
    'report',
    {
      id: report.key ?? undefined,
      is_default: flag(report.isDefault),
      is_query_displayed: flag(report.isQueryDisplayed),
      is_in_expert_mode: flag(report.isInExpertMode),
      expert_query: report.expertQuery === '' ? undefined : report.expertQuery,
    },
    textIn('name', report.name),
    ...(report.description === '' ? [] : [textIn('description', report.description)]),
    element('criterias', {}, ...report.criteria.map(writeCriterion)),
    element('renderers', {}, ...report.renderers.flatMap(writeRenderer)),
  )

const writeCriterion = ({ field, rank, isAdvanced, text, values }: CriterionDefinition): Markup =>
  element(
    'criteria',
    { rank, is_advanced: isAdvanced ? '1' : undefined },
    referTo('field', field),
    ...(text === undefined ? [] : [textIn('criteria_value', text, { type: 'text' })]),
    ...(values === undefined ? [] : [writeSought(values)]),
  )

function writeSought(values: readonly (string | null)[]): Markup {
  const none = values.includes(null) ? [element('none_value', {})] : []
  // People are told by no key, so that a search for them cannot be written.
  const chosen = values.filter(isValueKey).map((key) => referTo('selected_value', key))
  return element('criteria_value', { type: 'list' }, ...none, ...chosen)
}

/** One that we do not draw is written back as it was read. */
function writeRenderer({ key, kind, rank, name, description, table, raw }: RendererDefinition): readonly Markup[] {
  if (table === undefined) return raw === undefined ? [] : markupFrom(raw)
  const columns = table.columns.map(({ field, linkType, linkTypeFormat }) =>
    element('field', { REF: field, 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat }),
  )
  const sort = table.sort.map(({ field, isDescending }) =>
    element('field', { REF: field, is_desc: flag(isDescending) }),
  )
  return [
    element(
      'renderer',
      {
        ID: key ?? undefined,
        type: kind,
        rank,
        chunksz: table.chunkSize,
        multisort: table.isMultisort ? '1' : undefined,
      },
      textIn('name', name),
      ...(description === '' ? [] : [textIn('description', description)]),
      element('columns', {}, ...columns),
      ...held('sort', sort),
    ),
  ]
}
