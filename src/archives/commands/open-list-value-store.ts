import type { Tx } from '../../database/db/db.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { findUsableField } from '../parse/changes.ts'
import { addOpenValues } from '../store/open-list-values.ts'
import type { HistoryImport, ImportedHistory } from './history-import.ts'
import { createValueContext } from './value-context.ts'

/** Custom values of open lists, created on first use (docs/api/archive-format.md §3.4 rule 9). */
export interface OpenValues {
  idOf(field: FieldId, label: string): number | undefined
  /** Creates the new values of a batch. */
  create(tx: Tx, batch: readonly ImportedHistory[], context: HistoryImport): Promise<void>
}

/** Creates or finds values and returns their ids in the given order. */
export type CreateValues = typeof addOpenValues

/** Imported trackers have no values yet; `create` finds the existing values of other trackers. */
export function createOpenValueStore(make: CreateValues = addOpenValues): OpenValues {
  const idsByKey = new Map<string, number>()
  return {
    idOf: (field, label) => idsByKey.get(valueKey(field, label)),
    async create(tx, batch, context) {
      const missing = new Map<string, { fieldId: FieldId; label: string; labelKey: string }>()
      for (const { fieldId, label } of labelsOf(batch, context)) {
        const key = valueKey(fieldId, label)
        if (!idsByKey.has(key) && !missing.has(key)) missing.set(key, { fieldId, label, labelKey: labelKeyOf(label) })
      }
      const ids = await make(tx, context.permit, [...missing.values()])
      // One id per value.
      for (const [index, key] of [...missing.keys()].entries()) idsByKey.set(key, ids[index] as number)
    },
  }
}

const labelKeyOf = (label: string): string => label.toLowerCase()
const valueKey = (field: FieldId, label: string): string => `${field} ${labelKeyOf(label)}`

function* labelsOf(
  batch: readonly ImportedHistory[],
  writing: HistoryImport,
): Generator<{ fieldId: FieldId; label: string }> {
  const context = createValueContext(writing, noValues)
  for (const { archived, tracker } of batch) {
    for (const change of archived.changesets.flatMap(({ changes }) => changes)) {
      const field = findUsableField(change, tracker.fieldByName, context)
      const labels = field && getFieldType(field.type).archive?.collectOpenLabels?.(change, field, context)
      if (field !== undefined && labels !== undefined) for (const label of labels) yield { fieldId: field.id, label }
    }
  }
}

const noValues = {
  fileOf: () => undefined,
  openValueOf: () => undefined,
  nextStepId(): never {
    throw new Error('Labels have no steps')
  },
}
