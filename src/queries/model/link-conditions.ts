import type { Condition, LinkEnd } from '../../fields/condition.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { LinkCondition } from '../language/ast.ts'

const childType = '_is_child'
const coverType = '_covered_by'

/** What conditions on links need to know. */
export interface LinkWords {
  readonly types: readonly string[]
  /** whom the caller sees, of those named */
  readonly visible: ReadonlySet<ArtifactId>
  /** The caller reads the field that tells of links. */
  readonly areRead: boolean
  complain(sentence: string): undefined
}

/** docs/api/queries.md §2.2, §2.7. */
export function linkCondition(
  asked: LinkCondition,
  { types, visible, areRead, complain }: LinkWords,
): Condition | undefined {
  const { direction, type } = linkMeant(asked)
  if (type !== null && !types.includes(type)) {
    const noun = types.length === 1 ? 'Available type' : 'Available types'
    return complain(`Link type '${type}' is invalid. ${noun}: ${types.join(', ')}`)
  }
  if (asked.isNegated && asked.other?.kind === 'tracker' && asked.other.operator === '!=')
    return complain(doubleNegative)
  const other = endOf(asked.other)
  // Who is not seen is not there.
  const isThere = areRead && (other?.kind !== 'artifact' || visible.has(other.id))
  const found: Condition = isThere ? { kind: 'link', direction, type, other } : { kind: 'any', of: [] }
  return asked.isNegated ? { kind: 'not', of: found } : found
}

const doubleNegative =
  'Double negative like `IS NOT LINKED ... TRACKER != ...` or `WITHOUT ... TRACKER != ...` is not supported. Please use simpler form like `IS LINKED ... TRACKER = ...` or `WITH ... TRACKER = ...`'

function linkMeant(asked: LinkCondition): {
  readonly direction: 'forward' | 'reverse'
  readonly type: string | null
} {
  switch (asked.kind) {
    case 'family':
      return { direction: asked.relation === 'parent' ? 'reverse' : 'forward', type: childType }
    case 'linked':
      return { direction: asked.direction === 'from' ? 'reverse' : 'forward', type: asked.type?.name ?? null }
    case 'coverage':
      return { direction: asked.relation === 'covering' ? 'reverse' : 'forward', type: coverType }
    default:
      return asked satisfies never
  }
}

function endOf(other: LinkCondition['other']): LinkEnd {
  if (other === null) return null
  if (other.kind === 'artifact') return { kind: 'artifact', id: other.id as ArtifactId }
  return { kind: 'tracker', itemName: other.itemName, isEqual: other.operator === '=' }
}
