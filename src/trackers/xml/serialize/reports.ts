import { buildElement, type Markup } from '../../../kit/xml/write.ts'
import { describeCriterion } from '../../criteria/registry.ts'
import type { CriterionDefinition, RendererDefinition, ReportDefinition } from '../../model/definition.ts'
import { rendererEntries } from '../../renderers/registry.ts'
import { formatFlag } from '../flag.ts'
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

const writeCriterion = (criterion: CriterionDefinition): Markup =>
  buildElement(
    'criteria',
    { rank: criterion.rank, is_advanced: criterion.isAdvanced ? '1' : undefined },
    buildReferenceElement('field', criterion.field),
    ...describeCriterion(criterion, ({ archive }, content) => archive.write(content)),
  )

function writeRenderer(renderer: RendererDefinition): readonly Markup[] {
  const { key, kind, rank, name, description } = renderer
  const common = {
    attributes: { ID: key ?? undefined, type: kind, rank },
    elements: [
      buildTextElement('name', name),
      ...(description === '' ? [] : [buildTextElement('description', description)]),
    ],
  }
  return rendererEntries.flatMap(([type, { write }]) => {
    const content = renderer[type]
    return content === undefined ? [] : write(content, common)
  })
}
