import type { KnownArtifact, KnownArtifacts } from './random-writer.ts'
import type { ServerInstallation } from './server-process.ts'

/** Returns the state of those artifacts that exist, as the server returns it. */
export async function readStates(
  home: ServerInstallation,
  api: string,
  ids: Iterable<number>,
): Promise<KnownArtifacts> {
  const all = [...ids].sort((a, b) => a - b)
  const states = await Promise.all(all.map(async (id) => [id, await readState(home, api, id)] as const))
  return new Map(states.flatMap(([id, each]) => (each === undefined ? [] : [[id, each] as const])))
}

async function readState(
  { headers, project }: ServerInstallation,
  api: string,
  id: number,
): Promise<KnownArtifact | undefined> {
  const [response, changesetsResponse] = await Promise.all([
    fetch(`${api}artifacts/${id}`, { headers }),
    fetch(`${api}artifacts/${id}/changesets?limit=50&order=desc`, { headers }),
  ])
  const [artifact, changesets]: any[] = [await response.json(), await changesetsResponse.json()]
  if (response.status === 404) return undefined
  const entry = (label: string) => artifact.values.find((each: { label: string }) => each.label === label)
  const tracker = [...project.trackers].find(([, each]) => each === artifact.tracker.id)?.[0]
  return {
    tracker: tracker ?? '',
    title: entry('title')?.value,
    points: entry('points')?.value,
    links: (entry('links')?.links ?? []).map((link: { id: number }) => link.id),
    version: Number(changesetsResponse.headers.get('x-pagination-size')),
    comment: changesets.find((each: any) => each.last_comment.body !== '')?.last_comment.body ?? '',
  }
}
