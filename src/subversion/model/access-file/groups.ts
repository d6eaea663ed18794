import { type AccessRules, parseMembers } from './access-rules.ts'

/** Members of a group, once for each time that the group lists them. */
interface GroupMembers {
  /** Number of members that are no groups. */
  readonly users: number
  /** Names of groups of the same file. */
  readonly groups: readonly string[]
}

export type Groups = ReadonlyMap<string, GroupMembers>

export function parseGroups(rules: AccessRules): Groups {
  const values = rules.get('groups') ?? new Map<string, string>()
  return new Map([...values].map(([name, value]) => [name, parseGroup(value, values)]))
}

function parseGroup(value: string, groupDefinitions: ReadonlyMap<string, string>): GroupMembers {
  const members = parseMembers(value)
  if (!value.includes('@')) return { users: members.length, groups: [] }
  const groupNames = members.filter((member) => member.startsWith('@')).map((member) => member.slice(1))
  return {
    users: members.length - groupNames.length,
    groups: groupNames.filter((group) => groupDefinitions.has(group)),
  }
}

/** Names of the nodes that each node leads to. */
type Graph = ReadonlyMap<string, readonly string[]>

/** Returns the groups from which no cycle is reachable, each after those that it contains. */
export const sortGroups = (groups: Groups): readonly string[] => sortGraph(graphOf(groups))

/**
 * Finds groups that are on or between cycles, by removing groups that lead to no cycle (`sorted`) and groups that no
 * cycle leads to.
 */
export function findCyclicGroups(groups: Groups, sorted: readonly string[]): ReadonlySet<string> {
  // As in almost every file.
  if (sorted.length === groups.size) return new Set()
  const cyclic = new Set(groups.keys())
  for (const name of [...sorted, ...sortGraph(invertGraph(graphOf(groups)))]) cyclic.delete(name)
  return cyclic
}

const graphOf = (groups: Groups): Graph => new Map([...groups].map(([name, members]) => [name, members.groups]))

function sortGraph(graph: Graph): readonly string[] {
  const holders = invertGraph(graph)
  const open = new Map([...graph].map(([name, nodes]) => [name, nodes.length]))
  const sorted = [...open].filter(([, count]) => count === 0).map(([name]) => name)
  for (const name of sorted)
    for (const holder of holders.get(name) ?? []) {
      const count = (open.get(holder) ?? 0) - 1
      open.set(holder, count)
      if (count === 0) sorted.push(holder)
    }
  return sorted
}

function invertGraph(graph: Graph): Graph {
  const holders = new Map([...graph.keys()].map((name) => [name, [] as string[]]))
  for (const [name, nodes] of graph) for (const node of nodes) holders.get(node)?.push(name)
  return holders
}
