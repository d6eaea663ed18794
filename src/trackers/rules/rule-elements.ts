import { message } from '../../kit/messages/message.ts'
import { findChild, type XmlElement } from '../../kit/xml/element.ts'
import { parseFlag } from '../xml/attributes.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { ExpectedElement, TrackerKeys } from '../xml/tracker-keys.ts'

/** Reads the field that an element of a rule refers to. */
export function readRuleField(
  rule: XmlElement,
  name: string,
  { keys, expected }: { readonly keys: TrackerKeys; readonly expected: ExpectedElement },
  notes: ParseContext['notes'],
): string | undefined {
  const element = findRuleElement(rule, name, notes)
  return element && keys.field(element, expected)
}

/** Reads the value of a list that an element of a rule refers to; null is "None". */
export function readRuleValue(rule: XmlElement, name: string, keys: TrackerKeys, notes: ParseContext['notes']) {
  const element = findRuleElement(rule, name, notes)
  if (element === undefined) return undefined
  return parseFlag(element.attributes['is_none'], false) ? null : keys.valueOrNone(element)
}

function findRuleElement(rule: XmlElement, name: string, notes: ParseContext['notes']): XmlElement | undefined {
  const element = findChild(rule, name)
  if (element === undefined) notes.remark('invalid-reference', rule.line, message`A rule without <${name}> is left out`)
  return element
}
