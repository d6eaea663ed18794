import type { FieldId } from '../../kit/values/ids.ts'
import { mapCriterion } from '../criteria/registry.ts'
import type { ReportDefinition } from '../model/definition.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { mapRenderer } from '../renderers/registry.ts'
import type { DefinitionKeys } from './definition-keys.ts'

/** docs/api/archive-format.md §2.7; parts with a deleted field are omitted. */
export function toReportDefinition(
  report: Report,
  renderers: readonly Renderer[],
  tracker: Tracker,
  keys: DefinitionKeys,
): ReportDefinition {
  const exists = ({ field }: { readonly field: FieldId }): boolean => tracker.fieldById.has(field)
  return {
    key: `REPORT_${report.id}`,
    name: report.name,
    description: report.description,
    isDefault: report.isDefault,
    isQueryDisplayed: report.isQueryDisplayed,
    isInExpertMode: report.isInExpertMode,
    expertQuery: report.expertQuery,
    criteria: report.criteria.filter(exists).map(({ field, rank, isAdvanced, ...content }) => ({
      field: keys.field(field),
      rank,
      isAdvanced,
      ...mapCriterion(content, (value) => keys.valueOrNone(field, value)),
    })),
    renderers: renderers.map(({ id, kind, name, description, rank, ...content }) => ({
      key: `R${id}`,
      kind,
      name,
      description,
      rank,
      ...mapRenderer(content, {
        field: (field: FieldId) => (tracker.fieldById.has(field) ? keys.field(field) : undefined),
        replaceKeys: (xml) => xml,
      }),
    })),
  }
}
