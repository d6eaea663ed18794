import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { buildCdata, buildElement } from '../../kit/xml/write.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { defineEntry, defineObject, type EntryOf, oneOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { keepEmptyElement } from '../input/empty-element.ts'
import { reportProblem } from '../input/report-problem.ts'
import { readShownText } from '../input/shown-texts.ts'
import { formatTooLongMessage, isTooLong } from '../input/text-size.ts'
import type { RichText, StoredStep } from '../model/field.ts'
import { parseSteps, type StepInput } from '../parse/parse-steps.ts'
import { toTextFormat } from '../parse/text-format.ts'

const Step = defineObject('TestStep', {
  id: Type.Integer(),
  description: Type.String(),
  description_format: oneOf('text', 'html'),
  commonmark_description: Type.Optional(Type.String()),
  expected_results: Type.String(),
  expected_results_format: oneOf('text', 'html'),
  commonmark_expected_results: Type.Optional(Type.String()),
  rank: Type.Integer(),
})

const StepsEntry = defineEntry('StepsValue', { value: Type.Array(Step) })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    ttmstepdef: EntryOf<'ttmstepdef', typeof StepsEntry>
  }
}

const input: InputParser<readonly StoredStep[]> = {
  collectNeeds({ value }, _field, into) {
    if (Array.isArray(value)) into.stepCount += value.length
  },
  parse({ value = null }, field, context) {
    if (value === null) return undefined
    // In a new artifact the order of the list counts, whatever the ranks.
    const steps = parseSteps(value, context.artifactId !== null)
    const currentById = new Map(((context.currentValue ?? []) as readonly StoredStep[]).map((step) => [step.id, step]))
    const texts: Omit<StoredStep, 'id'>[] = []
    for (const step of steps) {
      const current = step.id === undefined ? undefined : currentById.get(step.id)
      const description = readStepText(step.description, current?.description)
      const expectedResults = readStepText(step.expectedResults, current?.expectedResults)
      if (description === undefined || expectedResults === undefined)
        return reportProblem(context, message`${field.label} is not a text.`)
      texts.push({ description, expectedResults })
    }
    if (texts.some((step) => isTooLong(step.description.content) || isTooLong(step.expectedResults.content)))
      return reportProblem(context, formatTooLongMessage(field.label))
    return texts.filter(hasDescription).map((step) => ({ id: context.nextStepId(), ...step }))
  },
  isEmpty: (steps) => (steps ?? []).length === 0,
}

const hasDescription = ({ description }: Omit<StoredStep, 'id'>): boolean => description.content.trim() !== ''

/** Returns the text that the input means; undefined when it is no text. */
const readStepText = (
  { format, content, source }: StepInput['description'],
  current: RichText | undefined,
): RichText | undefined =>
  typeof content === 'string' ? readShownText({ format, content }, source, current) : undefined

/** Steps of a test (docs/api/field-values.md §13). */
export const ttmstepdef: FieldType<readonly StoredStep[]> = {
  type: 'ttmstepdef',
  entry: StepsEntry,
  ...editableField,
  holds: 'steps',
  readEmptyElement: keepEmptyElement,
  // Entries have the members of `present`.
  describe: ({ value }) => `${(value as readonly unknown[]).length} steps`,
  archiveElement: 'externalField',
  isUnique: true,
  structure: { properties: {} },
  input,
  storage: {
    isSameValue: (a, b) => JSON.stringify((a ?? []).map(withoutId)) === JSON.stringify((b ?? []).map(withoutId)),
    texts: (steps) => steps.flatMap(({ description, expectedResults }) => [description, expectedResults]),
  },
  present: (steps, { id, label }, context) =>
    steps === undefined
      ? undefined
      : {
          field_id: id,
          type: 'ttmstepdef',
          label,
          value: steps.map((step, index) => describeStep(step, index + 1, context)),
        },
  archive: {
    changeType: 'ttmstepdef',
    read: (change, _field, { nextStepId: takeStepId }) =>
      stepsIn(change).map((step) => ({
        id: takeStepId(),
        description: readText(step, 'description'),
        expectedResults: readText(step, 'expected_results'),
      })),
    write: (steps, { name }) =>
      buildElement('external_field_change', { field_name: name, type: 'ttmstepdef' }, ...steps.map(writeStep)),
    // docs/api/archive-format.md §3.3: the element is left out when there is no step.
    needsExtension: (steps) => steps.length === 0,
    countSteps: (change) => stepsIn(change).length,
  },
}

const withoutId = ({ description, expectedResults }: StoredStep) => [
  formatOf(description),
  description.content,
  formatOf(expectedResults),
  expectedResults.content,
]

/** An empty text has no format: empty Markdown is returned as HTML. */
const formatOf = ({ format, content }: RichText): RichText['format'] => (content === '' ? 'text' : format)

/** docs/api/field-values.md §13, STEP. */
const describeStep = (step: StoredStep, rank: number, context: PresentContext) => ({
  id: step.id,
  ...describeText('description', step.description, context),
  ...describeText('expected_results', step.expectedResults, context),
  rank,
})

/** Markdown is returned as HTML along with its source. */
const describeText = (name: string, text: RichText, { renderText }: PresentContext) => ({
  [name]: renderText(text),
  [`${name}_format`]: text.format === 'commonmark' ? 'html' : text.format,
  ...(text.format === 'commonmark' && text.content !== '' ? { [`commonmark_${name}`]: text.content } : {}),
})

const writeStep = ({ description, expectedResults }: StoredStep) =>
  buildElement('step', {}, writeText('description', description), writeText('expected_results', expectedResults))

const writeText = (name: string, { format, content }: RichText) => buildElement(name, { format }, buildCdata(content))

const stepsIn = (change: XmlElement): readonly XmlElement[] => findChildren(change, 'step')

function readText(step: XmlElement, name: string): RichText {
  const element = findChild(step, name)
  return { format: toTextFormat(element?.attributes['format']), content: element?.text ?? '' }
}
