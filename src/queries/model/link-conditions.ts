import type { Condition, LinkEnd } from '../../fields/model/condition.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { LinkCondition } from '../language/ast.ts'

const childType = '_is_child'
const coverType = '_covered_by'

/** Context of conditions on links. */
export interface LinkConditionContext {
  readonly types: readonly string[]
  /** the artifacts of the query that the caller can see */
  readonly visible: ReadonlySet<ArtifactId>
  /** Whether the caller can read the link field. */
  readonly canReadLinks: boolean
  reportProblem(sentence: Message): undefined
}

/** docs/api/queries.md §2.2, §2.7. */
export function resolveLinkCondition(
  link: LinkCondition,
  { types, visible, canReadLinks, reportProblem }: LinkConditionContext,
): Condition | undefined {
  const { direction, type } = directionAndTypeOf(link)
  if (type !== null && !types.includes(type)) {
    const available = types.join(', ')
    return reportProblem(
      types.length === 1
        ? message`Link type '${type}' is invalid. Available type: ${available}`
        : message`Link type '${type}' is invalid. Available types: ${available}`,
    )
  }
  if (link.isNegated && link.other?.kind === 'tracker' && link.other.operator === '!=')
    return reportProblem(doubleNegative)
  const other = linkEndOf(link.other)
  // Artifacts that the caller cannot see are treated as missing.
  const canMatch = canReadLinks && (other?.kind !== 'artifact' || visible.has(other.id))
  const condition: Condition = canMatch ? { kind: 'link', direction, type, other } : { kind: 'any', of: [] }
  return link.isNegated ? { kind: 'not', of: condition } : condition
}

const doubleNegative = message`Double negative like \`IS NOT LINKED ... TRACKER != ...\` or \`WITHOUT ... TRACKER != ...\` is not supported. Please use simpler form like \`IS LINKED ... TRACKER = ...\` or \`WITH ... TRACKER = ...\``

function directionAndTypeOf(link: LinkCondition): {
  readonly direction: 'forward' | 'reverse'
  readonly type: string | null
} {
  switch (link.kind) {
    case 'family':
      return { direction: link.relation === 'parent' ? 'reverse' : 'forward', type: childType }
    case 'linked':
      return { direction: link.direction === 'from' ? 'reverse' : 'forward', type: link.type?.name ?? null }
    case 'coverage':
      return { direction: link.relation === 'covering' ? 'reverse' : 'forward', type: coverType }
    default:
      return link satisfies never
  }
}

function linkEndOf(other: LinkCondition['other']): LinkEnd {
  if (other === null) return null
  if (other.kind === 'artifact') return { kind: 'artifact', id: other.id as ArtifactId }
  return { kind: 'tracker', itemName: other.itemName, isEqual: other.operator === '=' }
}
