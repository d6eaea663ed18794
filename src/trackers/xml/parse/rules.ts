import { findChild, findChildren, type XmlElement } from '../../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import { buildRules } from '../../rules/registry.ts'
import type { ParseContext } from '../parse-context.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

/** Parses the rules about values (docs/api/archive-format.md §2.5). */
export function parseRules(
  tracker: XmlElement,
  keys: TrackerKeys,
  { notes }: ParseContext,
): TrackerDefinition['rules'] {
  const rules = findChild(tracker, 'rules')
  return buildRules(({ archive: { holder, olderHolder, read } }) => {
    const holders = [rules && findChild(rules, holder), olderHolder && findChild(tracker, olderHolder)]
    return holders
      .flatMap((each) => (each ? findChildren(each, 'rule') : []))
      .flatMap((rule) => read(rule, keys, notes) ?? [])
  })
}
