import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { SemanticDefinitions } from '../../trackers/model/definition.ts'
import { held, referTo } from './named.ts'
import { isValueKey } from './value-keys.ts'

/** What fields mean (docs/api/archive-format.md §2.4). */
export function writeSemantics(semantics: SemanticDefinitions): readonly Markup[] {
  const { title, description, status, done, contributor, initial_effort, velocity } = semantics
  const { tooltip, timeframe, progress, plugin_cardwall_card_fields: card } = semantics
  return held('semantics', [
    ...onField('title', title),
    ...onField('description', description),
    ...(status === undefined
      ? []
      : [
          semantic(
            'status',
            ...titled('status'),
            referTo('field', status.field),
            element('open_values', {}, ...referToValues('open_value', status.openValues)),
          ),
        ]),
    ...(done === undefined
      ? []
      : [
          semantic(
            'done',
            ...titled('done'),
            element('closed_values', {}, ...referToValues('closed_value', done.values)),
          ),
        ]),
    ...onField('contributor', contributor),
    ...onField('initial_effort', initial_effort),
    ...onField('velocity', velocity),
    ...(tooltip === undefined ? [] : [semantic('tooltip', ...tooltip.fields.map((key) => referTo('field', key)))]),
    ...(timeframe === undefined ? [] : [semantic('timeframe', ...writeTimeframe(timeframe))]),
    ...(progress === undefined ? [] : [semantic('progress', ...writeProgress(progress))]),
    ...(card === undefined
      ? []
      : [
          semantic(
            'plugin_cardwall_card_fields',
            ...card.fields.map((key) => referTo('field', key)),
            ...(card.backgroundColor === undefined ? [] : [referTo('background-color', card.backgroundColor)]),
          ),
        ]),
  ])
}

const semantic = (type: string, ...content: readonly Markup[]): Markup => element('semantic', { type }, ...content)

/** Words that stand before the fields; nobody reads them. */
const titled = (name: string): readonly Markup[] =>
  ['shortname', 'label', 'description'].map((part) => element(part, {}, text(name)))

const onField = (type: string, said: { readonly field: string } | undefined): readonly Markup[] =>
  said === undefined ? [] : [semantic(type, ...titled(type), referTo('field', said.field))]

/** "None" has the key 100 in every list. */
const referToValues = (name: string, values: readonly (string | null)[]): readonly Markup[] =>
  values.filter((key) => key === null || isValueKey(key)).map((key) => referTo(name, key ?? '100'))

function writeTimeframe(timeframe: NonNullable<SemanticDefinitions['timeframe']>): readonly Markup[] {
  if ('impliedFrom' in timeframe) return [element('inherited_from_tracker', { id: timeframe.impliedFrom })]
  return [
    referTo('start_date_field', timeframe.start),
    'end' in timeframe ? referTo('end_date_field', timeframe.end) : referTo('duration_field', timeframe.duration),
  ]
}

const writeProgress = (progress: NonNullable<SemanticDefinitions['progress']>): readonly Markup[] =>
  'linkType' in progress
    ? [element('artifact_link_type', { shortname: progress.linkType })]
    : [referTo('total_effort_field', progress.totalEffort), referTo('remaining_effort_field', progress.remainingEffort)]
