import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import type { Field } from '../../fields/field-context.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.creation

/** Messages by field. */
export type Problems = Readonly<Record<number, string>>

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '≠': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '≤': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '≥': (a, b) => a >= b,
}

/** Dates that break a rule of the tracker; a rule holds only between two dates. */
export function checkDates(
  { workflow, fields }: TrackerRepresentation,
  values: ReadonlyMap<number, ValueEntry>,
): Problems {
  const labelOf = (id: number): string => fields.find(({ field_id }) => field_id === id)?.label ?? ''
  const problems: Record<number, string> = {}
  for (const { source_field_id: source, comparator, target_field_id: target } of workflow.rules.dates) {
    const [first, second] = [timeOf(values.get(source)), timeOf(values.get(target))]
    const isKept = first === null || second === null || (comparisons[comparator]?.(first, second) ?? true)
    // The server checks a comparator that this page does not know.
    const comparatorText = words.comparators[comparator as keyof typeof words.comparators] ?? comparator
    if (!isKept) problems[source] = words.dateRule(labelOf(source), comparatorText, labelOf(target))
  }
  return problems
}

function timeOf(entry: ValueEntry | undefined): number | null {
  if (entry === undefined || !('is_time_displayed' in entry) || entry.value === null) return null
  const { value } = entry
  return new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value).getTime()
}

export interface Refusals {
  readonly byField: Problems
  /** Lines that name no field of the form. */
  readonly others: readonly string[]
}

/** Assigns each line of a refusal to the field that it names. */
export function assignRefusal(message: string, fields: readonly Field[], workflowField: number | undefined): Refusals {
  const lines = message
    .split('\n')
    .map((line) => line.replace(/^(error|warning): /, '').trim())
    .filter((line) => line !== '')
  const byField: Record<number, string> = {}
  const others: string[] = []
  for (const line of lines) {
    const field = fieldIn(line, fields) ?? (/\btransition\b/.test(line) ? workflowField : undefined)
    if (field === undefined) others.push(line)
    else byField[field] = byField[field] === undefined ? line : `${byField[field]} ${line}`
  }
  return { byField, others }
}

/** The field that a line names first; of labels that begin at the same place, the longest. */
function fieldIn(line: string, fields: readonly Field[]): number | undefined {
  const namedFields = fields
    .map((field) => ({ field, at: positionOf(line, field.label) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.field.label.length - a.field.label.length)
  return namedFields[0]?.field.field_id
}

/** Where a label stands as a word of its own. */
function positionOf(line: string, label: string): number {
  if (label === '') return -1
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return line.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u'))
}
