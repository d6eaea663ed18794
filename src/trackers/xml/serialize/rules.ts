import { buildElement, type Markup } from '../../../kit/xml/write.ts'
import type { ListRuleDefinition, TrackerDefinition } from '../../model/definition.ts'
import { isValueKey } from '../value-keys.ts'
import { buildReferenceElement } from '../xml-elements.ts'

/** Writes date rules and field dependencies (docs/api/archive-format.md §2.5). */
export function writeRules({ dateRules, listRules }: Pick<TrackerDefinition, 'dateRules' | 'listRules'>): Markup {
  const dates = dateRules.map(({ source, comparator, target }) =>
    buildElement(
      'rule',
      {},
      buildReferenceElement('source_field', source),
      buildReferenceElement('target_field', target),
      buildElement('comparator', { type: comparator }),
    ),
  )
  const lists = listRules
    .filter(hasKeys)
    .map(({ source, sourceValue, target, targetValue }) =>
      buildElement(
        'rule',
        {},
        buildReferenceElement('source_field', source),
        buildReferenceElement('target_field', target),
        writeValue('source_value', sourceValue),
        writeValue('target_value', targetValue),
      ),
    )
  return buildElement('rules', {}, buildElement('date_rules', {}, ...dates), buildElement('list_rules', {}, ...lists))
}

const hasKeys = ({ sourceValue, targetValue }: ListRuleDefinition): boolean =>
  [sourceValue, targetValue].every((key) => key === null || isValueKey(key))

const writeValue = (name: string, key: string | null): Markup =>
  key === null ? buildElement(name, { is_none: '1' }) : buildReferenceElement(name, key)
