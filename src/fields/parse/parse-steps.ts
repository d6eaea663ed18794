import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { RichText } from '../model/field.ts'
import { parseId } from './parse-id.ts'
import { parseTextFormat } from './text-format.ts'

/** Input of a step; its texts are validated later. */
export interface StepInput {
  /** That of the step as it was returned, if any: the step gets a new one. */
  readonly id: number | undefined
  readonly description: StepTextInput
  readonly expectedResults: StepTextInput
}

interface StepTextInput {
  readonly format: RichText['format']
  readonly content: unknown
  /** The source of Markdown that the content shows as HTML. */
  readonly source: unknown
}

type StepMembers = Readonly<Record<string, unknown>>

/**
 * Parses test steps in their order: that of the list, or that of their ranks (docs/api/field-values.md §13, with the
 * messages given there).
 */
export function parseSteps(value: unknown, areRanked: boolean): readonly StepInput[] {
  if (!Array.isArray(value)) throw invalid(message`The value of step definition is expected to be an array, got array`)
  const steps = value.map(membersOf)
  const ordered = areRanked ? sortByRank(steps) : steps
  return ordered.map((step) => {
    const { description, expected_results: results } = step
    const { description_format: format, expected_results_format: resultsFormat } = step
    if ((description ?? null) === null || (results ?? null) === null)
      throw invalid(message`Description or Expected Result text field missing`)
    if ((format ?? null) === null || (resultsFormat ?? null) === null)
      throw invalid(message`Description format or Expected Result format is missing`)
    return {
      id: parseId(step['id']),
      description: { format: requireTextFormat(format), content: description, source: step['commonmark_description'] },
      expectedResults: {
        format: requireTextFormat(resultsFormat),
        content: results,
        source: step['commonmark_expected_results'],
      },
    }
  })
}

/** A value that is no object has no members, and is rejected because they are missing. */
const membersOf = (step: unknown): StepMembers =>
  typeof step === 'object' && step !== null && !Array.isArray(step) ? (step as StepMembers) : {}

function sortByRank(steps: readonly StepMembers[]): StepMembers[] {
  const ranked = new Map<number, StepMembers>()
  for (const step of steps) {
    const rank = parseRank(step)
    if (ranked.has(rank)) throw invalid(message`The rank ${rank} can not be used multiple times`)
    ranked.set(rank, step)
  }
  return [...ranked].sort(([a], [b]) => a - b).map(([, step]) => step)
}

/** A whole number, also as text (docs/api/client-needs.md §10). */
function parseRank({ rank }: StepMembers): number {
  if ((rank ?? null) === null) throw invalid(message`All step definitions must have a rank`)
  const number = typeof rank === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(rank) ? Number(rank) : rank
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw invalid(
    message`The step definition rank can only be an integer, got ${Array.isArray(rank) ? 'array' : typeof rank}`,
  )
}

function requireTextFormat(name: unknown): RichText['format'] {
  const format = parseTextFormat(name)
  if (format !== undefined) return format
  throw invalid(message`Invalid format given, only 'html', 'text' or 'commonmark' are supported for step`)
}

const invalid = (text: Message): Refusal => new Refusal('invalid', text)
