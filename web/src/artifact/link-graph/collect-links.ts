/** The links of an artifact in both directions, as in the value of its link field. */
export interface LinkEnds {
  readonly links: readonly LinkEnd[]
  readonly reverse_links: readonly LinkEnd[]
}

interface LinkEnd {
  readonly id: number
  readonly type: string | null
}

interface LinkedNode {
  readonly id: number
  /** Artifacts that it links to are one layer further; those that link to it are one before. */
  readonly layer: number
  /** How many artifacts it is linked with that the graph has no room for. */
  readonly hiddenCount: number
}

interface TypedLink {
  readonly from: number
  readonly to: number
  /** '': without type. */
  readonly type: string
}

export interface LinkGraph {
  readonly nodes: readonly LinkedNode[]
  readonly links: readonly TypedLink[]
  /** How many artifacts there are without room, each once. */
  readonly hiddenCount: number
}

interface OpenNode {
  readonly layer: number
  readonly level: number
  readonly hidden: Set<number>
}

const maxLevel = 2

/**
 * Collects what is linked with an artifact, over as many levels as the links are known, at most two. Near artifacts come
 * first if there is no room for all.
 */
export function collectLinks(start: number, endsOf: ReadonlyMap<number, LinkEnds>, maxNodes: number): LinkGraph {
  const nodes = new Map<number, OpenNode>([[start, { layer: 0, level: 0, hidden: new Set() }]])
  const links = new Map<string, TypedLink>()
  const hidden = new Set<number>()
  // Nodes that are added meanwhile follow.
  for (const [id, node] of nodes) {
    const ends = endsOf.get(id)
    if (node.level === maxLevel || ends === undefined) continue
    const directed = [
      ...ends.links.map((link) => ({ ...link, step: 1 })),
      ...ends.reverse_links.map((link) => ({ ...link, step: -1 })),
    ]
    for (const { id: other, type, step } of directed) {
      if (!nodes.has(other) && nodes.size < maxNodes)
        nodes.set(other, { layer: node.layer + step, level: node.level + 1, hidden: new Set() })
      if (!nodes.has(other)) {
        node.hidden.add(other)
        hidden.add(other)
        continue
      }
      const [from, to] = step === 1 ? [id, other] : [other, id]
      // A link is known at both of its ends.
      links.set(`${from} ${to} ${type ?? ''}`, { from, to, type: type ?? '' })
    }
  }
  return {
    nodes: [...nodes].map(([id, node]) => ({ id, layer: node.layer, hiddenCount: node.hidden.size })),
    links: [...links.values()],
    hiddenCount: hidden.size,
  }
}
