import { type Neighbors, orderLayers } from './order-layers.ts'
import { placeLayers, type Vertex } from './place-layers.ts'

/** A box. Layers are columns, from left to right. */
export interface GraphNode {
  readonly id: string
  readonly layer: number
}

/** An arrow from one node to another one. */
export interface GraphEdge {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** Sizes are in pixels. */
export interface GraphShape {
  /** Of a node. */
  readonly width: number
  readonly height: number
  /** Between layers. */
  readonly gap: number
  /** Between the nodes of a layer. */
  readonly spacing: number
  /** Height of the place of an arrow that passes a layer. */
  readonly lane: number
  /** Distance of the arrows at one side of a node. */
  readonly port: number
  /** Nodes with many arrows are higher, so that these keep their distance; otherwise the arrows are nearer. */
  readonly isGrowing: boolean
  /** The nodes of a layer stay in the given order, also if more arrows cross then. */
  readonly isOrdered: boolean
}

interface Point {
  readonly x: number
  readonly y: number
}

/** 1: at the right of a node; -1: at its left. */
type Side = 1 | -1

/** Where an arrow touches a node. */
interface EdgeEnd extends Point {
  readonly side: Side
}

interface DrawnNode {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly height: number
}

export interface DrawnEdge {
  readonly id: string
  /** Data of the paths of its line and of its head. */
  readonly line: string
  readonly head: string
  readonly start: EdgeEnd
  readonly end: EdgeEnd
}

export interface GraphLayout {
  readonly width: number
  readonly height: number
  /** From left to right, those of a layer from top to bottom. */
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
}

const [headLength, headWidth] = [9, 8]
/** Above and below the arrows at one side of a node. */
const portMargin = 12

/**
 * Lays out a graph in the given layers. An arrow to a later layer leaves a node at its right side and enters the other
 * one at the left; one to an earlier layer the other way round. Within a layer both ends are at the right.
 */
export function layOutGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[], shape: GraphShape): GraphLayout {
  const { width, height, gap, spacing } = shape
  const numbers = [...new Set(nodes.map(({ layer }) => layer))].toSorted((a, b) => a - b)
  const columns = new Map(numbers.map((layer, column) => [layer, column]))
  const columnOf = nodes.map(({ layer }) => columns.get(layer) ?? 0)
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]))
  const known = edges.flatMap(({ id, from, to }) => {
    const [start, end] = [indexes.get(from), indexes.get(to)]
    return start === undefined || end === undefined || start === end ? [] : [{ id, start, end }]
  })
  const countPorts = (vertex: number, side: Side): number =>
    known.filter((edge) => listSides(edge, columnOf).some((end) => end.vertex === vertex && end.side === side)).length
  const vertices: Vertex[] = nodes.map((_, vertex) => {
    const ports = shape.isGrowing ? Math.max(countPorts(vertex, 1), countPorts(vertex, -1)) : 0
    return { height: Math.max(height, ports * shape.port + portMargin), isNode: true }
  })
  const heightOf = (vertex: number): number => vertices[vertex]?.height ?? 0
  const layers: number[][] = numbers.map(() => [])
  for (const [vertex, column] of columnOf.entries()) layers[column]?.push(vertex)
  // An arrow over several layers has a vertex of its own in those between.
  const chains = known.map(({ start, end }) => {
    const [from, to] = [columnOf[start] ?? 0, columnOf[end] ?? 0]
    const step = Math.sign(to - from)
    const between: number[] = []
    for (let column = from + step; step !== 0 && column !== to; column += step) {
      layers[column]?.push(vertices.length)
      between.push(vertices.length)
      columnOf.push(column)
      vertices.push({ height: shape.lane, isNode: false })
    }
    return [start, ...between, end]
  })
  const neighbors = listNeighbors(vertices.length, chains, columnOf)
  const ordered = orderLayers(layers, neighbors, shape.isOrdered ? nodes.length : 0)
  const middles = placeLayers(ordered, vertices, neighbors, spacing)

  const leftOf = (vertex: number): number => (columnOf[vertex] ?? 0) * (width + gap)
  const middleOf = (vertex: number): number => middles[vertex] ?? 0
  const ends = placeEnds(known, chains, columnOf, middles, (vertex, side, place, count) => ({
    x: leftOf(vertex) + (side === 1 ? width : 0),
    y: middleOf(vertex) + (place - (count - 1) / 2) * Math.min(shape.port, (heightOf(vertex) - portMargin) / count),
    side,
  }))
  const drawn = known.map(({ id }, index): DrawnEdge => {
    const [start, end] = ends[index] ?? [origin, origin]
    const lanes = (chains[index] ?? []).slice(1, -1).map((vertex) => {
      const [left, y] = [leftOf(vertex), middleOf(vertex)]
      return start.side === 1 ? { from: left, to: left + width, y } : { from: left + width, to: left, y }
    })
    return { id, start, end, ...drawArrow(start, end, lanes, gap) }
  })
  const last = numbers.length - 1
  const hasLoopAtEnd = known.some(({ start, end }) => columnOf[start] === last && columnOf[end] === last)
  return {
    width: numbers.length * width + last * gap + (hasLoopAtEnd ? gap / 2 : 0),
    height: Math.max(...vertices.map((vertex, index) => middleOf(index) + vertex.height / 2)),
    nodes: nodes
      .map(({ id }, index) => ({
        id,
        x: leftOf(index),
        y: middleOf(index) - heightOf(index) / 2,
        height: heightOf(index),
      }))
      .toSorted((a, b) => a.x - b.x || a.y - b.y),
    edges: drawn,
  }
}

const origin: EdgeEnd = { x: 0, y: 0, side: 1 }

/** An arrow between nodes by their numbers. */
interface NumberedEdge {
  readonly id: string
  readonly start: number
  readonly end: number
}

/** At which sides of its nodes an arrow begins and ends. */
function listSides(
  { start, end }: NumberedEdge,
  columnOf: readonly number[],
): readonly [{ vertex: number; side: Side }, { vertex: number; side: Side }] {
  const difference = (columnOf[end] ?? 0) - (columnOf[start] ?? 0)
  return [
    { vertex: start, side: difference < 0 ? -1 : 1 },
    { vertex: end, side: difference > 0 ? -1 : 1 },
  ]
}

function listNeighbors(
  count: number,
  chains: readonly (readonly number[])[],
  columnOf: readonly number[],
): readonly Neighbors[] {
  const neighbors = Array.from({ length: count }, () => ({ before: [] as number[], after: [] as number[] }))
  for (const chain of chains)
    for (const [index, vertex] of chain.entries()) {
      const next = chain[index + 1]
      if (next === undefined || columnOf[vertex] === columnOf[next]) continue
      const [left, right] = (columnOf[vertex] ?? 0) < (columnOf[next] ?? 0) ? [vertex, next] : [next, vertex]
      neighbors[left]?.after.push(right)
      neighbors[right]?.before.push(left)
    }
  return neighbors
}

type PlaceEnd = (vertex: number, side: Side, place: number, count: number) => EdgeEnd

/** Both ends of each arrow: at each side of a node in the order of what they lead to, so that they do not cross there. */
function placeEnds(
  edges: readonly NumberedEdge[],
  chains: readonly (readonly number[])[],
  columnOf: readonly number[],
  middles: readonly number[],
  placeEnd: PlaceEnd,
): readonly (readonly [EdgeEnd, EdgeEnd])[] {
  const all = edges.flatMap((edge, index) => {
    const chain = chains[index] ?? []
    const [start, end] = listSides(edge, columnOf)
    return [
      { ...start, index, isStart: true, towards: middles[chain[1] ?? 0] ?? 0 },
      { ...end, index, isStart: false, towards: middles[chain.at(-2) ?? 0] ?? 0 },
    ]
  })
  const placed = edges.map((): [EdgeEnd, EdgeEnd] => [origin, origin])
  for (const group of Map.groupBy(all, ({ vertex, side }) => `${vertex} ${side}`).values()) {
    // Those that lead to the same node keep the order of the list at both of their ends.
    const ordered = group.toSorted((a, b) => a.towards - b.towards || a.index - b.index)
    for (const [place, { vertex, side, index, isStart }] of ordered.entries()) {
      const ends = placed[index]
      if (ends !== undefined) ends[isStart ? 0 : 1] = placeEnd(vertex, side, place, ordered.length)
    }
  }
  return placed
}

/** The place of an arrow in a layer that it passes, in its direction. */
interface Lane {
  readonly from: number
  readonly to: number
  readonly y: number
}

/** A smooth line that leaves and enters nodes horizontally, and its head. */
function drawArrow(
  start: EdgeEnd,
  end: EdgeEnd,
  lanes: readonly Lane[],
  gap: number,
): Pick<DrawnEdge, 'line' | 'head'> {
  const base = end.x + end.side * headLength
  const parts = [`M${print(start)}`]
  let here: Point = start
  const curveTo = (to: Point, bend: number): void => {
    const [first, second] = [
      { x: here.x + start.side * bend, y: here.y },
      { x: to.x + end.side * bend, y: to.y },
    ]
    parts.push(`C${print(first)} ${print(second)} ${print(to)}`)
    here = to
  }
  for (const { from, to, y } of lanes) {
    curveTo({ x: from, y }, gap / 2)
    parts.push(`H${round(to)}`)
    here = { x: to, y }
  }
  curveTo({ x: base, y: end.y }, gap / 2)
  const wing = (side: number): string => print({ x: base, y: end.y + (side * headWidth) / 2 })
  return { line: parts.join(''), head: `M${print(end)}L${wing(1)}L${wing(-1)}Z` }
}

const round = (value: number): number => Math.round(value * 10) / 10
const print = ({ x, y }: Point): string => `${round(x)} ${round(y)}`
