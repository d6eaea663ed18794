import { type Message, message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { RuleContext } from './rule-type.ts'

/** A list whose values depend on those of another list. */
interface Dependency {
  readonly source: FieldId
  readonly target: FieldId
}

/**
 * Returns why lists cannot depend on each other like this: on themselves, also through other lists, or although the
 * workflow freezes one of them (docs/api/trackers.md §4.11).
 */
export function findDependencyProblems(
  added: readonly Dependency[],
  all: readonly Dependency[],
  { tracker, frozen }: RuleContext,
): Message[] {
  const targetsOf = new Map<FieldId, Set<FieldId>>()
  for (const { source, target } of all) targetsOf.set(source, (targetsOf.get(source) ?? new Set()).add(target))
  const labelOf = (id: FieldId): string => tracker.fieldById.get(id)?.label ?? String(id)
  const reachable = new Map<FieldId, ReadonlySet<FieldId>>()
  const pairs = new Map(added.map((each) => [`${each.source} ${each.target}`, each]))
  return [...pairs.values()].flatMap(({ source, target }) => {
    const [from, to] = [labelOf(source), labelOf(target)]
    if (source === target) return [message`rules: the field ${from} cannot depend on itself.`]
    const frozenField = [source, target].find((id) => frozen.has(id))
    if (frozenField !== undefined)
      return [
        message`rules: the field ${frozenField === source ? from : to} is frozen in a state of the workflow and cannot be part of a field dependency.`,
      ]
    const fromTarget = reachable.get(target) ?? collectReachable(target, targetsOf)
    reachable.set(target, fromTarget)
    return fromTarget.has(source)
      ? [message`rules: the field ${to} cannot depend on ${from}, which depends on ${to}.`]
      : []
  })
}

function collectReachable(start: FieldId, targetsOf: ReadonlyMap<FieldId, ReadonlySet<FieldId>>): Set<FieldId> {
  const found = new Set<FieldId>()
  const next = [start]
  for (let field = next.pop(); field !== undefined; field = next.pop())
    for (const target of targetsOf.get(field) ?? []) {
      if (!found.has(target)) next.push(target)
      found.add(target)
    }
  return found
}
