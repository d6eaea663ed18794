import { type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import styles from './graph.module.css'
import { type DrawnEdge, type GraphEdge, type GraphNode, type GraphShape, layOutGraph } from './lay-out-graph.ts'
import { useGraphKeys } from './use-graph-keys.ts'

export interface ShownEdge extends GraphEdge {
  /** A few words at one of its ends. */
  readonly label?: string
  readonly labelEnd?: 'start' | 'end'
  /** It is not saved yet. */
  readonly isPending?: boolean
  /** The name of the button at its start, if it can be opened. */
  readonly action?: string
}

interface GraphProps {
  /** Names the list of nodes. */
  readonly label: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly ShownEdge[]
  readonly shape: GraphShape
  /** Scrolled to the middle at first. */
  readonly start: string
  /** Ids of the nodes that are links. */
  readonly linked?: readonly string[]
  /** `item` belongs to a link. */
  readonly renderNode: (id: string, item: NodeItem) => ReactNode
  readonly onOpen?: (edge: string) => void
}

type NodeItem = ReturnType<ReturnType<typeof useGraphKeys>['getItemProps']>

/**
 * Boxes in layers and the arrows between them. Arrows are only drawn: who cannot see them needs the same in words. Those
 * that can be opened have a button at their start, and can be clicked as a whole.
 */
export function Graph(props: GraphProps): ReactNode {
  const { label, nodes, edges, shape, start, linked = [], renderNode, onOpen } = props
  const layout = useMemo(() => layOutGraph(nodes, edges, shape), [nodes, edges, shape])
  const [highlighted, setHighlighted] = useState<string>()
  const canvas = useRef<HTMLDivElement>(null)
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  const openable = layout.edges.filter(({ id }) => byId.get(id)?.action !== undefined)
  const portsOf = Map.groupBy(
    openable.toSorted((a, b) => a.start.side - b.start.side || a.start.y - b.start.y),
    ({ id }) => byId.get(id)?.from ?? '',
  )
  const keys = useGraphKeys(
    layout.nodes.flatMap(({ id }) => [
      ...(linked.includes(id) ? [id] : []),
      ...(portsOf.get(id) ?? []).map((edge) => buildEdgeKey(edge.id)),
    ]),
  )
  useEffect(() => scrollToMiddle(canvas.current, start), [start])
  const highlight = ({ target }: SyntheticEvent): void => {
    const part = target instanceof Element ? target.closest<HTMLElement | SVGElement>('[data-edge], [data-node]') : null
    const { edge, node } = part?.dataset ?? {}
    setHighlighted(edge === undefined ? node : buildEdgeKey(edge))
  }
  const isHighlighted = ({ id, from, to }: GraphEdge): boolean =>
    highlighted !== undefined && [buildEdgeKey(id), from, to].includes(highlighted)
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and highlights of all controls inside */}
      <div
        ref={canvas}
        className={styles.canvas}
        style={{ inlineSize: toRem(layout.width), blockSize: toRem(layout.height) }}
        onKeyDown={keys.onKeyDown}
        onPointerOver={highlight}
        onPointerLeave={() => setHighlighted(undefined)}
        onFocus={(event) => {
          highlight(event)
          const { graphItem } = event.target.dataset
          if (graphItem !== undefined) keys.onFocus(graphItem)
        }}
        onBlur={() => setHighlighted(undefined)}
      >
        <svg
          className={styles.arrows}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          width={toRem(layout.width)}
          height={toRem(layout.height)}
          aria-hidden="true"
          focusable="false"
        >
          {layout.edges.map((drawn) => {
            const edge = byId.get(drawn.id)
            if (edge === undefined) return null
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the button at its start does the same by keyboard
              <g
                key={drawn.id}
                className={styles.arrow}
                data-edge={drawn.id}
                data-highlighted={isHighlighted(edge) || undefined}
                data-pending={edge.isPending || undefined}
                data-openable={edge.action !== undefined || undefined}
                onClick={edge.action === undefined ? undefined : () => onOpen?.(drawn.id)}
              >
                <path className={styles.reach} d={drawn.line} />
                <path className={styles.line} d={drawn.line} />
                <path className={styles.head} d={drawn.head} />
              </g>
            )
          })}
          {/* Over all lines. */}
          {layout.edges.map((drawn) => {
            const edge = byId.get(drawn.id)
            return edge?.label ? (
              <EdgeLabel key={drawn.id} drawn={drawn} edge={edge} isHighlighted={isHighlighted(edge)} />
            ) : null
          })}
        </svg>
        <ul className={styles.nodes} aria-label={label}>
          {layout.nodes.map(({ id, x, y, height }) => (
            <li
              key={id}
              className={styles.node}
              style={{ left: toRem(x), top: toRem(y), inlineSize: toRem(shape.width), blockSize: toRem(height) }}
              data-node={id}
            >
              {renderNode(id, keys.getItemProps(id))}
              {portsOf.get(id)?.map((edge) => {
                const name = byId.get(edge.id)?.action
                return (
                  <button
                    key={edge.id}
                    {...keys.getItemProps(buildEdgeKey(edge.id))}
                    type="button"
                    className={styles.port}
                    style={{ left: toRem(edge.start.x - x), top: toRem(edge.start.y - y) }}
                    aria-label={name}
                    title={name}
                    data-edge={edge.id}
                    onClick={() => onOpen?.(edge.id)}
                  />
                )
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The page around it stays where it is. */
function scrollToMiddle(canvas: HTMLElement | null, id: string): void {
  const [frame, node] = [canvas?.parentElement, canvas?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)]
  if (!frame || !node) return
  frame.scrollTo({
    left: node.offsetLeft - (frame.clientWidth - node.offsetWidth) / 2,
    top: node.offsetTop - (frame.clientHeight - node.offsetHeight) / 2,
  })
}

/** Apart from the ids of nodes. */
const buildEdgeKey = (id: string): string => `edge ${id}`

/** It grows with the size of the texts. */
const toRem = (pixels: number): string => `${pixels / 16}rem`

const maxLabelLength = 18

interface EdgeLabelProps {
  readonly drawn: DrawnEdge
  readonly edge: ShownEdge
  readonly isHighlighted: boolean
}

/** Outside of the node at one end of the arrow, on its line. */
function EdgeLabel({ drawn, edge: { label = '', labelEnd = 'end' }, isHighlighted }: EdgeLabelProps): ReactNode {
  const { x, y, side } = drawn[labelEnd]
  return (
    <text
      className={styles.label}
      x={x + side * labelDistance}
      y={y}
      dominantBaseline="central"
      textAnchor={side === 1 ? 'start' : 'end'}
      data-highlighted={isHighlighted || undefined}
    >
      {label.length > maxLabelLength ? `${label.slice(0, maxLabelLength - 1)}…` : label}
    </text>
  )
}

const labelDistance = 13
