import { fieldType } from '../../fields/registry.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { FieldId } from '../../kit/ids.ts'
import { usableField } from '../reading/changes.ts'
import { addOpenValues } from '../store/open-values.ts'
import type { HistoryWriting, Replayed } from './history-writing.ts'
import { readingContext } from './reading-context.ts'

/** What was typed into open lists, made when it is first met (docs/api/archive-format.md §3.4 rule 9). */
export interface OpenValues {
  idOf(field: FieldId, label: string): number | undefined
  /** Makes what this batch types and nobody did before. */
  make(tx: Tx, batch: readonly Replayed[], writing: HistoryWriting): Promise<void>
}

/** Makes values, or finds them, and tells their ids in the order given. */
export type MakeValues = typeof addOpenValues

/** Trackers that an import makes have no values yet; `make` looks for those of others. */
export function openValues(make: MakeValues = addOpenValues): OpenValues {
  const known = new Map<string, number>()
  return {
    idOf: (field, label) => known.get(keyOf(field, label)),
    async make(tx, batch, writing) {
      const missing = new Map<string, { fieldId: FieldId; label: string; labelKey: string }>()
      for (const { fieldId, label } of labelsOf(batch, writing)) {
        const key = keyOf(fieldId, label)
        if (!known.has(key) && !missing.has(key)) missing.set(key, { fieldId, label, labelKey: labelKeyOf(label) })
      }
      const ids = await make(tx, [...missing.values()])
      // One id came back for each.
      for (const [index, key] of [...missing.keys()].entries()) known.set(key, ids[index] as number)
    },
  }
}

const labelKeyOf = (label: string): string => label.toLowerCase()
const keyOf = (field: FieldId, label: string): string => `${field} ${labelKeyOf(label)}`

function* labelsOf(
  batch: readonly Replayed[],
  writing: HistoryWriting,
): Generator<{ fieldId: FieldId; label: string }> {
  const context = readingContext(writing, nothingYet)
  for (const { archived, tracker } of batch) {
    for (const change of archived.changesets.flatMap(({ changes }) => changes)) {
      const field = usableField(change, tracker.fieldByName, context)
      const labels = field && fieldType(field.type).archive?.collectOpenLabels?.(change, field, context)
      if (field !== undefined && labels !== undefined) for (const label of labels) yield { fieldId: field.id, label }
    }
  }
}

const nothingYet = {
  fileOf: () => undefined,
  openValueOf: () => undefined,
  nextStepId(): never {
    throw new Error('Labels have no steps')
  },
}
