import type { ReportDefinition } from '../model/definition.ts'
import { buildFieldKey, buildValueKey } from './elements.ts'

/** A report with one table. */
export interface ReportPlan {
  readonly name: string
  readonly description: string
  readonly isDefault?: boolean
  readonly columns: readonly string[]
  /** Fields to search by; with the values that are chosen from the start. */
  readonly criteria: readonly (string | { readonly field: string; readonly values: readonly string[] })[]
  readonly sort?: { readonly field: string; readonly isDescending: boolean }
}

export const createReportDefinition = (owner: string, plan: ReportPlan): ReportDefinition => ({
  key: null,
  name: plan.name,
  description: plan.description,
  isDefault: plan.isDefault ?? false,
  isQueryDisplayed: true,
  isInExpertMode: false,
  expertQuery: '',
  criteria: plan.criteria.map((criterion, rank) => {
    if (typeof criterion === 'string') return { field: buildFieldKey(owner, criterion), rank, isAdvanced: false }
    const { field, values } = criterion
    return {
      field: buildFieldKey(owner, field),
      rank,
      isAdvanced: values.length > 1,
      values: values.map((value) => buildValueKey(owner, field, value)),
    }
  }),
  renderers: [
    {
      key: null,
      kind: 'table',
      name: 'Table',
      description: '',
      rank: 0,
      table: {
        chunkSize: 50,
        isMultisort: false,
        columns: plan.columns.map((name) => ({ field: buildFieldKey(owner, name) })),
        sort: plan.sort ? [{ field: buildFieldKey(owner, plan.sort.field), isDescending: plan.sort.isDescending }] : [],
      },
    },
  ],
})
