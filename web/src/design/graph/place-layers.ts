import type { Neighbors } from './order-layers.ts'

/** What is in a layer: a node, or the lane of an edge that passes the layer. */
export interface Vertex {
  readonly height: number
  readonly isNode: boolean
}

const rounds = 12

/**
 * Finds the vertical middle of each vertex: as near as possible to the middles of its neighbors, in the order of its
 * layer, without overlaps. The smallest upper edge is 0.
 */
export function placeLayers(
  layers: readonly (readonly number[])[],
  vertices: readonly Vertex[],
  neighbors: readonly Neighbors[],
  spacing: number,
): readonly number[] {
  const middles = vertices.map(() => 0)
  const place = (layer: readonly number[], wanted: readonly number[]): void => {
    const offsets = listOffsets(layer, vertices, spacing)
    const rising = fitRising(wanted.map((each, index) => each - (offsets[index] ?? 0)))
    for (const [index, vertex] of layer.entries()) middles[vertex] = (rising[index] ?? 0) + (offsets[index] ?? 0)
  }
  for (const layer of layers) {
    // All layers begin with the same middle.
    const offsets = listOffsets(layer, vertices, spacing)
    const half = (offsets.at(-1) ?? 0) / 2
    place(
      layer,
      offsets.map((each) => each - half),
    )
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const layer of round % 2 === 0 ? layers : layers.toReversed())
      place(
        layer,
        layer.map((vertex) => {
          const { before, after } = neighbors[vertex] ?? { before: [], after: [] }
          const near = [...before, ...after]
          if (near.length === 0) return middles[vertex] ?? 0
          return near.reduce((sum, each) => sum + (middles[each] ?? 0), 0) / near.length
        }),
      )
  }
  const top = Math.min(...vertices.map(({ height }, vertex) => (middles[vertex] ?? 0) - height / 2))
  return middles.map((middle) => middle - top)
}

/** The least distances of the vertices of a layer from its first one. */
function listOffsets(layer: readonly number[], vertices: readonly Vertex[], spacing: number): readonly number[] {
  let offset = 0
  return layer.map((vertex, index) => {
    const [above, here] = [vertices[layer[index - 1] ?? -1], vertices[vertex]]
    if (above === undefined || here === undefined) return offset
    const room = above.isNode && here.isNode ? spacing : above.isNode || here.isNode ? spacing / 2 : 0
    offset += (above.height + here.height) / 2 + room
    return offset
  })
}

/** The rising numbers that are nearest to the given ones, by the squares of the differences. */
export function fitRising(wanted: readonly number[]): readonly number[] {
  const blocks: { sum: number; count: number }[] = []
  for (const each of wanted) {
    let block = { sum: each, count: 1 }
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.count <= block.sum / block.count) break
      block = { sum: last.sum + block.sum, count: last.count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}
