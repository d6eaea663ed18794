import { getChosenValues } from '../../fields/model/chosen-values.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { holdsOpenChoices, listTypesHolding } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { buildElement, type Markup } from '../../kit/xml/write.ts'
import { findElement } from '../parse/resolve-element.ts'
import { listField } from '../xml/tracker-keys.ts'
import { isValueKey } from '../xml/value-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { findDependencyProblems } from './dependencies.ts'
import { readRuleField, readRuleValue } from './rule-elements.ts'
import type { RuleResolvers, RuleType, StoredRule } from './rule-type.ts'

declare module '../model/definition.ts' {
  interface RulesBy<FieldRef, ValueRef> {
    /** A value that a list may have if another list has a value. */
    readonly lists: {
      readonly source: FieldRef
      readonly sourceValue: ValueRef
      readonly target: FieldRef
      readonly targetValue: ValueRef
    }
  }
}

type ListRule = StoredRule<'lists'>

const types = listTypesHolding('choice', 'choices')

export const listRules = {
  api: {
    properties: {
      source_field_id: Type.Integer(),
      source_value_id: Type.Integer(),
      target_field_id: Type.Integer(),
      target_value_id: Type.Integer(),
    },
    represent: ({ source, sourceValue, target, targetValue }) => ({
      source_field_id: source,
      source_value_id: sourceValue,
      target_field_id: target,
      target_value_id: targetValue,
    }),
    define<F, V>(rule: ListRuleInput, { element, problems }: RuleResolvers<F, V>) {
      const source = findElement(element, rule.source_field_id, { part: 'rules', types }, problems)
      const target = findElement(element, rule.target_field_id, { part: 'rules', types }, problems)
      if (source === undefined || target === undefined) return undefined
      const sourceValue = source.value(rule.source_value_id)
      const targetValue = target.value(rule.target_value_id)
      if (sourceValue === undefined || targetValue === undefined) {
        problems.add(message`rules: ${rule.source_value_id} or ${rule.target_value_id} is not a value of its list.`)
        return undefined
      }
      return { source: source.ref, sourceValue, target: target.ref, targetValue }
    },
  },
  archive: {
    holder: 'list_rules',
    olderHolder: 'dependencies',
    read(rule, keys, notes) {
      const source = readRuleField(rule, 'source_field', { keys, expected: listField }, notes)
      const target = readRuleField(rule, 'target_field', { keys, expected: listField }, notes)
      const sourceValue = readRuleValue(rule, 'source_value', keys, notes)
      const targetValue = readRuleValue(rule, 'target_value', keys, notes)
      if (source === undefined || target === undefined) return undefined
      return sourceValue === undefined || targetValue === undefined
        ? undefined
        : { source, sourceValue, target, targetValue }
    },
    write: ({ source, sourceValue, target, targetValue }) =>
      [sourceValue, targetValue].every((key) => key === null || isValueKey(key))
        ? [
            buildReferenceElement('source_field', source),
            buildReferenceElement('target_field', target),
            writeValue('source_value', sourceValue),
            writeValue('target_value', targetValue),
          ]
        : undefined,
  },
  rows: {
    table: 'list_rule',
    columns: {
      source: 'source_field_id',
      target: 'target_field_id',
      sourceValue: 'source_value_id',
      targetValue: 'target_value_id',
    },
  },
  fieldsOf: ({ source, target }) => [source, target],
  valuesOf: ({ source, sourceValue, target, targetValue }, list) => [
    ...(source === list ? [sourceValue] : []),
    ...(target === list ? [targetValue] : []),
  ],
  mapReferences: ({ source, sourceValue, target, targetValue }, map) => ({
    source: map.field(source),
    sourceValue: map.value(sourceValue, source),
    target: map.field(target),
    targetValue: map.value(targetValue, target),
  }),
  findConflicts: findDependencyProblems,
  /**
   * docs/api/trackers.md §3.8, docs/api/field-values.md §17: every value of a dependent list must be allowed by one
   * value of the list it depends on. "None" is a value like others, with this exception: if no rule names it, a list
   * may be left empty.
   */
  findProblems(all, { tracker, values, changed, named, labelsOf }) {
    const pairs = Map.groupBy(all, ({ source, target }) => `${source} ${target}`)
    return [...pairs.values()].flatMap((rules) => {
      // Map.groupBy creates no empty groups.
      const { source, target } = rules[0] as ListRule
      if (changed[source] === undefined && changed[target] === undefined) return []
      const from = tracker.fieldById.get(source)
      const to = tracker.fieldById.get(target)
      if (!from?.isUsed || !to?.isUsed) return []
      // Rules of fields that are no lists (fields/model/chosen-values.ts).
      if ([from, to].some((each) => each.bind === null || holdsOpenChoices(each))) return []
      const chosen = chosenIn(values, source)
      const wrong = chosenIn(values, target).filter((value) => !isAllowed(value, chosen, rules))
      if (wrong.length === 0) return []
      const { name, id } = tracker
      return [
        message`Global rules are not respected in tracker ${name} (#${id}) - ${named(from).label}(${labelsOf(from, chosen)}) -> ${named(to).label}(${labelsOf(to, wrong)})`,
      ]
    })
  },
} satisfies RuleType<'lists'>

interface ListRuleInput {
  readonly source_field_id: number
  readonly source_value_id: number
  readonly target_field_id: number
  readonly target_value_id: number
}

const writeValue = (name: string, key: string | null): Markup =>
  key === null ? buildElement(name, { is_none: '1' }) : buildReferenceElement(name, key)

function isAllowed(value: number, chosen: readonly number[], rules: readonly ListRule[]): boolean {
  if (value === NO_VALUE && rules.every(({ targetValue }) => targetValue !== NO_VALUE)) return true
  return rules.some((rule) => rule.targetValue === value && chosen.includes(rule.sourceValue))
}

/** fields/model/field.ts: ids of list values, empty for "None"; open lists depend on nothing and nothing on them. */
function chosenIn(values: StoredValues, field: number): readonly number[] {
  const chosen = getChosenValues(values, field)
  return chosen.length === 0 ? [NO_VALUE] : chosen
}
