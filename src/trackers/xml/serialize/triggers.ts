import { buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import type { TriggerRuleDefinition } from '../../model/definition.ts'
import { buildHolderElement, buildReferenceElement } from '../xml-elements.ts'

/** Writes the triggers that change a parent when its children reach a value (docs/api/archive-format.md §2.1). */
export const writeTriggers = (rules: readonly TriggerRuleDefinition[]): readonly Markup[] =>
  buildHolderElement(
    'triggers',
    rules.map(({ condition, triggers, target }) =>
      buildElement(
        'trigger_rule',
        {},
        buildElement('triggers', {}, ...triggers.map((each) => writePoint('trigger', each))),
        buildElement('condition', {}, escapeText(condition)),
        writePoint('target', target),
      ),
    ),
  )

const writePoint = (name: string, { field, value }: TriggerRuleDefinition['target']): Markup =>
  buildElement(name, {}, buildReferenceElement('field_id', field), buildReferenceElement('field_value_id', value))
