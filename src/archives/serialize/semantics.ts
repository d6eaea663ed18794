import { buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import type { SemanticDefinitions } from '../../trackers/model/definition.ts'
import { isValueKey } from '../../trackers/xml/value-keys.ts'
import { buildHolderElement, buildReferenceElement } from '../../trackers/xml/xml-elements.ts'

/** Writes the semantics (docs/api/archive-format.md §2.4). */
export function writeSemantics(semantics: SemanticDefinitions): readonly Markup[] {
  const { title, description, status, done, contributor, initial_effort, velocity } = semantics
  const { tooltip, timeframe, progress, plugin_cardwall_card_fields: card } = semantics
  return buildHolderElement('semantics', [
    ...fieldSemantic('title', title),
    ...fieldSemantic('description', description),
    ...(status === undefined
      ? []
      : [
          semantic(
            'status',
            ...titleElement('status'),
            buildReferenceElement('field', status.field),
            buildElement('open_values', {}, ...valueReferences('open_value', status.openValues)),
          ),
        ]),
    ...(done === undefined
      ? []
      : [
          semantic(
            'done',
            ...titleElement('done'),
            buildElement('closed_values', {}, ...valueReferences('closed_value', done.values)),
          ),
        ]),
    ...fieldSemantic('contributor', contributor),
    ...fieldSemantic('initial_effort', initial_effort),
    ...fieldSemantic('velocity', velocity),
    ...(tooltip === undefined
      ? []
      : [semantic('tooltip', ...tooltip.fields.map((key) => buildReferenceElement('field', key)))]),
    ...(timeframe === undefined ? [] : [semantic('timeframe', ...writeTimeframe(timeframe))]),
    ...(progress === undefined ? [] : [semantic('progress', ...writeProgress(progress))]),
    ...(card === undefined
      ? []
      : [
          semantic(
            'plugin_cardwall_card_fields',
            ...card.fields.map((key) => buildReferenceElement('field', key)),
            ...(card.backgroundColor === undefined
              ? []
              : [buildReferenceElement('background-color', card.backgroundColor)]),
          ),
        ]),
  ])
}

const semantic = (type: string, ...content: readonly Markup[]): Markup => buildElement('semantic', { type }, ...content)

/** Required by the format; importers ignore them. */
const titleElement = (name: string): readonly Markup[] =>
  ['shortname', 'label', 'description'].map((part) => buildElement(part, {}, escapeText(name)))

const fieldSemantic = (type: string, definition: { readonly field: string } | undefined): readonly Markup[] =>
  definition === undefined
    ? []
    : [semantic(type, ...titleElement(type), buildReferenceElement('field', definition.field))]

/** "None" has the key 100 in every list. */
const valueReferences = (name: string, values: readonly (string | null)[]): readonly Markup[] =>
  values.filter((key) => key === null || isValueKey(key)).map((key) => buildReferenceElement(name, key ?? '100'))

function writeTimeframe(timeframe: NonNullable<SemanticDefinitions['timeframe']>): readonly Markup[] {
  if ('impliedFrom' in timeframe) return [buildElement('inherited_from_tracker', { id: timeframe.impliedFrom })]
  return [
    buildReferenceElement('start_date_field', timeframe.start),
    'end' in timeframe
      ? buildReferenceElement('end_date_field', timeframe.end)
      : buildReferenceElement('duration_field', timeframe.duration),
  ]
}

const writeProgress = (progress: NonNullable<SemanticDefinitions['progress']>): readonly Markup[] =>
  'linkType' in progress
    ? [buildElement('artifact_link_type', { shortname: progress.linkType })]
    : [
        buildReferenceElement('total_effort_field', progress.totalEffort),
        buildReferenceElement('remaining_effort_field', progress.remainingEffort),
      ]
