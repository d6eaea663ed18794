import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, type XmlElement } from '../../../kit/xml/element.ts'
import { comparators, type ListRuleDefinition, type TrackerDefinition } from '../../model/definition.ts'
import { parseFlag } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import { dateField, type ExpectedElement, listField, type TrackerKeys } from '../tracker-keys.ts'

/** docs/api/archive-format.md §2.5: rules about the order of dates. */
export function parseDateRules(
  tracker: XmlElement,
  keys: TrackerKeys,
  { notes }: ParseContext,
): TrackerDefinition['dateRules'] {
  return ruleElements(findChild(tracker, 'rules'), 'date_rules').flatMap((rule) => {
    const source = ruleField(rule, 'source_field', { keys, wanted: dateField }, notes)
    const target = ruleField(rule, 'target_field', { keys, wanted: dateField }, notes)
    const type = findChild(rule, 'comparator')?.attributes['type'] ?? ''
    const comparator = comparators.find((known) => known === type.trim())
    if (comparator === undefined)
      notes.remark(
        'invalid-reference',
        rule.line,
        message`"${type}" compares no dates, only ${comparators.join(' ')} do: the rule is left out`,
      )
    return source === undefined || target === undefined || comparator === undefined
      ? []
      : [{ source, comparator, target }]
  })
}

/** docs/api/archive-format.md §2.5: field dependencies; `dependencies` is their older place. */
export function parseListRules(
  tracker: XmlElement,
  keys: TrackerKeys,
  { notes }: ParseContext,
): readonly ListRuleDefinition[] {
  const dependencies = findChild(tracker, 'dependencies')
  const rules = [
    ...ruleElements(findChild(tracker, 'rules'), 'list_rules'),
    ...(dependencies === undefined ? [] : findChildren(dependencies, 'rule')),
  ]
  return rules.flatMap((rule) => {
    const source = ruleField(rule, 'source_field', { keys, wanted: listField }, notes)
    const target = ruleField(rule, 'target_field', { keys, wanted: listField }, notes)
    const sourceValue = ruleValue(rule, 'source_value', keys, notes)
    const targetValue = ruleValue(rule, 'target_value', keys, notes)
    if (source === undefined || target === undefined) return []
    return sourceValue === undefined || targetValue === undefined ? [] : [{ source, sourceValue, target, targetValue }]
  })
}

function ruleElements(rules: XmlElement | undefined, name: string): readonly XmlElement[] {
  const holder = rules && findChild(rules, name)
  return holder === undefined ? [] : findChildren(holder, 'rule')
}

function ruleField(
  rule: XmlElement,
  name: string,
  { keys, wanted: expected }: { readonly keys: TrackerKeys; readonly wanted: ExpectedElement },
  notes: ParseContext['notes'],
): string | undefined {
  const element = findChild(rule, name)
  if (element !== undefined) return keys.field(element, expected)
  notes.remark('invalid-reference', rule.line, message`A rule without <${name}> is left out`)
  return undefined
}

function ruleValue(rule: XmlElement, name: string, keys: TrackerKeys, notes: ParseContext['notes']) {
  const element = findChild(rule, name)
  if (element === undefined) {
    notes.remark('invalid-reference', rule.line, message`A rule without <${name}> is left out`)
    return undefined
  }
  return parseFlag(element.attributes['is_none'], false) ? null : keys.valueOrNone(element)
}
