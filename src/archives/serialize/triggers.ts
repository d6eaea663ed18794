import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { TriggerRuleDefinition } from '../../trackers/model/definition.ts'
import { holderElement, referenceElement } from './xml-elements.ts'

/** Writes the triggers that change a parent when its children reach a value (docs/api/archive-format.md §2.1). */
export const writeTriggers = (rules: readonly TriggerRuleDefinition[]): readonly Markup[] =>
  holderElement(
    'triggers',
    rules.map(({ condition, triggers, target }) =>
      element(
        'trigger_rule',
        {},
        element('triggers', {}, ...triggers.map((each) => writePoint('trigger', each))),
        element('condition', {}, text(condition)),
        writePoint('target', target),
      ),
    ),
  )

const writePoint = (name: string, { field, value }: TriggerRuleDefinition['target']): Markup =>
  element(name, {}, referenceElement('field_id', field), referenceElement('field_value_id', value))
