import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GraphEdge, type GraphNode, type GraphShape, layOutGraph } from './lay-out-graph.ts'
import { countCrossings, orderLayers } from './order-layers.ts'
import { fitRising } from './place-layers.ts'

const shape: GraphShape = {
  width: 100,
  height: 40,
  gap: 60,
  spacing: 20,
  lane: 10,
  port: 24,
  isGrowing: true,
  isOrdered: false,
}
const node = (id: string, layer: number): GraphNode => ({ id, layer })
const edge = (from: string, to: string): GraphEdge => ({ id: from + to, from, to })

describe('a graph in layers', () => {
  it('has a column for each layer that has nodes, and straight arrows where it can', () => {
    const layout = layOutGraph([node('a', -1), node('b', 3), node('c', 4)], [edge('a', 'b'), edge('b', 'c')], shape)
    expect(layout.nodes).toEqual([
      { id: 'a', x: 0, y: 0, height: 40 },
      { id: 'b', x: 160, y: 0, height: 40 },
      { id: 'c', x: 320, y: 0, height: 40 },
    ])
    expect([layout.width, layout.height]).toEqual([420, 40])
    expect(layout.edges[0]).toMatchObject({ start: { x: 100, y: 20, side: 1 }, end: { x: 160, y: 20, side: -1 } })
    expect(layout.edges[0]?.head).toBe('M160 20L151 24L151 16Z')
  })

  it('keeps both directions between two nodes apart, without crossing', () => {
    const { edges } = layOutGraph([node('a', 0), node('b', 1)], [edge('a', 'b'), edge('b', 'a')], shape)
    const [there, back] = edges
    expect(there?.start.y).toBe(there?.end.y)
    expect(back?.start.y).toBe(back?.end.y)
    expect((back?.start.y ?? 0) - (there?.start.y ?? 0)).toBe(shape.port)
    expect(back).toMatchObject({ start: { x: 160, side: -1 }, end: { x: 100, side: 1 } })
  })

  it('leads an arrow around the nodes between its ends', () => {
    const nodes = [node('a', 0), node('b', 1), node('c', 2)]
    const { edges, nodes: drawn } = layOutGraph(nodes, [edge('a', 'b'), edge('b', 'c'), edge('a', 'c')], shape)
    const between = drawn.find(({ id }) => id === 'b')
    // Where it passes the column of `b`.
    const [, y] = /([\d.]+)H260/.exec(edges[2]?.line ?? '') ?? []
    const height = Number(y)
    const [top, bottom] = [between?.y ?? 0, (between?.y ?? 0) + (between?.height ?? 0)]
    expect(height < top || height > bottom).toBe(true)
  })

  it('draws arrows within a layer at the right, and has room for them', () => {
    const { edges, width } = layOutGraph([node('a', 0), node('b', 0)], [edge('a', 'b')], shape)
    expect(edges[0]).toMatchObject({ start: { x: 100, side: 1 }, end: { x: 100, side: 1 } })
    expect(width).toBe(130)
  })

  it('makes nodes with many arrows higher, or moves the arrows together', () => {
    const targets = ['b', 'c', 'd', 'e']
    const nodes = [node('a', 0), ...targets.map((id) => node(id, 1))]
    const heightOf = (isGrowing: boolean) =>
      layOutGraph(
        nodes,
        targets.map((id) => edge('a', id)),
        { ...shape, isGrowing },
      )
    expect(heightOf(true).nodes[0]?.height).toBe(4 * 24 + 12)
    const { nodes: drawn, edges } = heightOf(false)
    expect(drawn[0]?.height).toBe(40)
    expect(edges.map(({ start }) => start.y - (drawn[0]?.y ?? 0))).toEqual([9.5, 16.5, 23.5, 30.5])
  })

  it('ignores arrows to nodes that it does not have', () => {
    expect(layOutGraph([node('a', 0)], [edge('a', 'z'), edge('a', 'a')], shape).edges).toEqual([])
  })

  it('never lets nodes overlap, and connects what it shall', () => {
    const graphs = fc
      .array(fc.integer({ min: -2, max: 4 }), { minLength: 1, maxLength: 14 })
      .chain((layers) =>
        fc
          .array(fc.tuple(fc.nat(layers.length - 1), fc.nat(layers.length - 1)), { maxLength: 40 })
          .map((pairs) => ({ layers, pairs })),
      )
    fc.assert(
      fc.property(graphs, fc.boolean(), fc.boolean(), ({ layers, pairs }, isGrowing, isOrdered) => {
        const nodes = layers.map((layer, index) => node(`n${index}`, layer))
        const edges = pairs.map(([from, to], index) => ({ id: `e${index}`, from: `n${from}`, to: `n${to}` }))
        const layout = layOutGraph(nodes, edges, { ...shape, isGrowing, isOrdered })
        expect(layout.nodes.map(({ id }) => id).toSorted()).toEqual(nodes.map(({ id }) => id).toSorted())
        for (const [index, here] of layout.nodes.entries()) {
          const next = layout.nodes[index + 1]
          expect(here.y).toBeGreaterThanOrEqual(-0.001)
          expect(here.y + here.height).toBeLessThanOrEqual(layout.height + 0.001)
          if (next?.x === here.x) expect(next.y - here.y - here.height).toBeGreaterThanOrEqual(shape.spacing - 0.001)
        }
        if (isOrdered)
          expect(layout.nodes.map(({ id }) => id)).toEqual(
            nodes.toSorted((a, b) => a.layer - b.layer).map(({ id }) => id),
          )
        const byId = new Map(layout.nodes.map((each) => [each.id, each]))
        const others = edges.filter(({ from, to }) => from !== to)
        expect(layout.edges.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
        for (const [index, { start, end }] of layout.edges.entries()) {
          for (const [at, id] of [[start, others[index]?.from] as const, [end, others[index]?.to] as const]) {
            const box = byId.get(id ?? '')
            expect(at.x).toBe((box?.x ?? 0) + (at.side === 1 ? shape.width : 0))
            expect(at.y).toBeGreaterThan(box?.y ?? 0)
            expect(at.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))
          }
        }
      }),
    )
  })

  it('is laid out in a moment, also with many arrows', () => {
    const nodes = Array.from({ length: 20 }, (_, index) => node(`${index}`, index))
    const edges = nodes.flatMap(({ id: from }) => nodes.map(({ id: to }) => edge(from, to))).filter((_, n) => n % 3 > 0)
    const before = performance.now()
    layOutGraph(nodes, edges, shape)
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

describe('the order within layers', () => {
  it('has fewer crossings than before', () => {
    const neighbors = [
      { before: [], after: [3] },
      { before: [], after: [2] },
      { before: [1], after: [] },
      { before: [0], after: [] },
    ]
    const layers = [
      [0, 1],
      [2, 3],
    ]
    expect(countCrossings(layers, neighbors)).toBe(1)
    expect(countCrossings(orderLayers(layers, neighbors), neighbors)).toBe(0)
    expect(orderLayers(layers, neighbors, 4)).toEqual(layers)
  })
})

describe('the nearest rising numbers', () => {
  it('are the numbers themselves where they rise, and averages where they fall', () => {
    expect(fitRising([1, 2, 5])).toEqual([1, 2, 5])
    expect(fitRising([3, 1, 4])).toEqual([2, 2, 4])
    expect(fitRising([3, 2, 1])).toEqual([2, 2, 2])
    expect(fitRising([])).toEqual([])
  })
})
