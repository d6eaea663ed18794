/** Vertices of the layer before and of the layer after that a vertex is connected with. */
export interface Neighbors {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

const sweeps = 8

/**
 * Orders the vertices of each layer so that few connections between neighboring layers cross: again and again by the
 * average place of what they are connected with, first from left to right, then back. The best of these orders counts.
 * The first `fixedCount` vertices keep their order among each other.
 */
export function orderLayers(
  layers: readonly (readonly number[])[],
  neighbors: readonly Neighbors[],
  fixedCount = 0,
): readonly (readonly number[])[] {
  let best = layers
  let fewest = countCrossings(layers, neighbors)
  let current = layers.map((layer) => [...layer])
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const side = sweep % 2 === 0 ? 'before' : 'after'
    const places = new Map(current.flatMap((layer) => layer.map((vertex, place) => [vertex, place] as const)))
    const next = [...current]
    const order = [...next.keys()]
    for (const index of side === 'before' ? order : order.toReversed()) {
      const layer = next[index] ?? []
      const keys = new Map(layer.map((vertex) => [vertex, averagePlace(vertex, neighbors[vertex]?.[side], places)]))
      const sorted = layer.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
      next[index] = keepOrder(sorted, fixedCount)
      for (const [place, vertex] of next[index].entries()) places.set(vertex, place)
    }
    current = next
    const crossings = countCrossings(current, neighbors)
    if (crossings < fewest) [best, fewest] = [current, crossings]
  }
  return best
}

function keepOrder(layer: readonly number[], fixedCount: number): number[] {
  const fixed = layer.filter((vertex) => vertex < fixedCount).toSorted((a, b) => a - b)
  return layer.map((vertex) => (vertex < fixedCount ? (fixed.shift() ?? vertex) : vertex))
}

/** A vertex without neighbors there keeps its place. */
function averagePlace(
  vertex: number,
  neighbors: readonly number[] | undefined,
  places: ReadonlyMap<number, number>,
): number {
  const placeOf = (each: number): number => places.get(each) ?? 0
  if (neighbors === undefined || neighbors.length === 0) return placeOf(vertex)
  return neighbors.reduce((sum, each) => sum + placeOf(each), 0) / neighbors.length
}

/** The number of pairs of connections that cross. */
export function countCrossings(layers: readonly (readonly number[])[], neighbors: readonly Neighbors[]): number {
  let crossings = 0
  for (const [index, layer] of layers.entries()) {
    const places = new Map(layers[index + 1]?.map((vertex, place) => [vertex, place]))
    // In the order of their left ends: two cross if their right ends are in the opposite order.
    const ends: number[] = []
    for (const vertex of layer) {
      const own = (neighbors[vertex]?.after ?? []).map((each) => places.get(each) ?? 0)
      for (const end of own) for (const earlier of ends) if (earlier > end) crossings += 1
      ends.push(...own)
    }
  }
  return crossings
}
