import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { readByIds } from '../../data/suggestions.ts'
import { getLinkEnds } from '../../fields/values/link-ends.ts'
import { collectLinks, type LinkEnds, type LinkGraph } from './collect-links.ts'

/** As many as one can look at, and fewer than the API returns at once. */
const maxNodes = 60

export interface LoadedLinkGraph extends LinkGraph {
  /** Without the first one. */
  readonly artifacts: ReadonlyMap<number, ArtifactRepresentation>
}

/** Reads the artifacts that are linked with one, and those linked with them: one request for each level. */
export async function readLinkGraph(start: number, ends: LinkEnds, signal: AbortSignal): Promise<LoadedLinkGraph> {
  const near = collectLinks(start, new Map([[start, ends]]), maxNodes)
  const neighbors = await readAll(near, [start], signal)
  const graph = collectLinks(start, new Map([[start, ends], ...neighbors.flatMap(listEnds)]), maxNodes)
  const known = [start, ...neighbors.map(({ id }) => id)]
  const others = await readAll(graph, known, signal)
  return { ...graph, artifacts: new Map([...neighbors, ...others].map((each) => [each.id, each])) }
}

async function readAll(
  { nodes }: LinkGraph,
  known: readonly number[],
  signal: AbortSignal,
): Promise<readonly ArtifactRepresentation[]> {
  const ids = nodes.map(({ id }) => id).filter((id) => !known.includes(id))
  return ids.length === 0 ? [] : readByIds(ids, signal)
}

const listEnds = ({ id, values }: ArtifactRepresentation): (readonly [number, LinkEnds])[] =>
  (values ?? []).flatMap((entry) => {
    const ends = getLinkEnds(entry)
    return ends === null ? [] : [[id, ends] as const]
  })
