import type { GraphNode } from '../../design/graph/lay-out-graph.ts'

/** The start of new artifacts, which is no state. */
export const newArtifactNode = 'new'
export const nodeOf = (state: number | null): string => (state === null ? newArtifactNode : String(state))

interface Ends {
  readonly from: number | null
  readonly to: number
}

/**
 * Arranges the states of a workflow from left to right in the order of their values. A state stands below the one before
 * it if no transition connects it with a state of that column. New artifacts come first.
 */
export function arrangeStates(states: readonly number[], transitions: readonly Ends[]): readonly GraphNode[] {
  const layers = new Map<number, number>()
  let layer = 1
  for (const state of states) {
    // Later states have no layer yet.
    const neighbors = transitions.flatMap(({ from, to }) => (from === state ? [to] : to === state ? [from] : []))
    if (neighbors.some((each) => each !== null && layers.get(each) === layer)) layer += 1
    layers.set(state, layer)
  }
  return [
    { id: newArtifactNode, layer: 0 },
    ...[...layers].map(([state, column]) => ({ id: nodeOf(state), layer: column })),
  ]
}
