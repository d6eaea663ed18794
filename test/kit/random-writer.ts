import { randomUUID } from 'node:crypto'
import type { ServerInstallation } from './server-process.ts'

/** An artifact, as known to the only client that writes it. */
export interface KnownArtifact {
  readonly tracker: string
  readonly title: string
  readonly points: number
  /** Ids, in order. */
  readonly links: readonly number[]
  /** Number of changesets. */
  readonly version: number
  /** The last comment. */
  readonly comment: string
}

export type KnownArtifacts = ReadonlyMap<number, KnownArtifact>

interface WriteOperation {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the artifacts after the operation; `id` is the id of a new artifact. */
  outcome(artifacts: KnownArtifacts, id: number): KnownArtifacts
}

/** The request that was pending when the server stopped. */
export interface InterruptedWrite {
  readonly operation: WriteOperation
  readonly title: string | null
}

const pickRandom = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/**
 * A client that is the only writer of its artifacts, so that it knows the expected state after each response. It sends
 * one operation at a time until the server is gone.
 */
export class RandomWriter {
  readonly #home: ServerInstallation
  artifacts: KnownArtifacts = new Map()
  readonly deleted: number[] = []
  /** Titles of artifacts whose creation was confirmed. */
  readonly createdTitles: string[] = []
  interrupted: InterruptedWrite | undefined
  operationCount = 0

  constructor(home: ServerInstallation) {
    this.#home = home
  }

  /** Sends operations until the connection breaks. */
  async write(api: string): Promise<void> {
    while (await this.writeOnce(api));
  }

  /** Sends one operation; returns whether there was a response. */
  async writeOnce(api: string): Promise<boolean> {
    const title = randomUUID()
    const operation = this.nextOperation(title)
    this.interrupted = { operation, title: operation.method === 'POST' ? title : null }
    return this.#send(api, operation, title)
  }

  /** Repeats the creation that was not confirmed, with the same idempotency key. */
  async retryInterrupted(api: string): Promise<void> {
    const { operation, title } = this.interrupted ?? {}
    if (operation !== undefined && title) await this.#send(api, operation, title)
  }

  /** Records that the interrupted operation was not executed. */
  markNotDone(): void {
    this.interrupted = undefined
  }

  /** Records that the interrupted operation was executed, although the client got no response. */
  markCompleted(id: number): void {
    if (this.interrupted === undefined) return
    const { operation, title } = this.interrupted
    this.recordDone(operation, title, id)
  }

  async #send(api: string, operation: WriteOperation, title: string): Promise<boolean> {
    const { method, url, body, headers } = operation
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${api}${url}`, {
        method,
        headers: { ...this.#home.headers, ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      text = await answer.text()
    } catch {
      return false
    }
    if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${text}`)
    const isNew = method === 'POST'
    this.recordDone(operation, isNew ? title : null, isNew ? (JSON.parse(text).id as number) : 0)
    return true
  }

  recordDone(operation: WriteOperation, title: string | null, id: number): void {
    const before = this.artifacts
    this.artifacts = operation.outcome(before, id)
    for (const each of before.keys()) if (!this.artifacts.has(each)) this.deleted.push(each)
    if (title !== null) this.createdTitles.push(title)
    this.interrupted = undefined
    this.operationCount++
  }

  nextOperation(title: string): WriteOperation {
    const ids = [...this.artifacts.keys()]
    if (ids.length < 3) return this.#create(title)
    const id = pickRandom(ids)
    const artifact = this.artifacts.get(id) as KnownArtifact
    // Long histories only slow down the verification.
    if (artifact.version > 20 || (ids.length > 6 && Math.random() < 0.3)) return this.#delete(id)
    return pickRandom([
      () => (ids.length > 8 ? this.#delete(id) : this.#create(title)),
      () => this.#update(id, artifact, title),
      () => this.#update(id, artifact, title),
      () => this.addComment(id, artifact, title),
      () => this.#link(id, artifact),
      () => this.addReverseLink(id, artifact),
      () => this.#move(id, artifact),
    ])()
  }

  #field = (tracker: string, name: string) => this.#home.project.fields.get(`${tracker}:${name}`)

  #create(title: string): WriteOperation {
    const tracker = pickRandom(['story', 'task'])
    const [points, links] = [Math.floor(Math.random() * 100), [...this.artifacts.keys()].slice(0, 2)]
    const mention = links[0] === undefined ? '' : `see art #${links[0]}`
    return {
      method: 'POST',
      url: 'artifacts',
      headers: { 'idempotency-key': title },
      body: {
        tracker: { id: this.#home.project.trackers.get(tracker) },
        values: [
          { field_id: this.#field(tracker, 'title'), value: title },
          { field_id: this.#field(tracker, 'details'), value: mention },
          { field_id: this.#field(tracker, 'points'), value: points },
          { field_id: this.#field(tracker, 'links'), links: links.map((id) => ({ id })) },
        ],
      },
      outcome: (artifacts, id) =>
        new Map([...artifacts, [id, { tracker, title, points, links, version: 1, comment: '' }]]),
    }
  }

  #put(id: number, values: readonly unknown[], comment: string, outcome: WriteOperation['outcome']): WriteOperation {
    return {
      method: 'PUT',
      url: `artifacts/${id}`,
      body: { values, comment: { body: comment, format: 'text' } },
      outcome,
    }
  }

  #update(id: number, artifact: KnownArtifact, title: string): WriteOperation {
    const points = artifact.points + 1
    const values = [
      { field_id: this.#field(artifact.tracker, 'title'), value: title },
      { field_id: this.#field(artifact.tracker, 'points'), value: points },
    ]
    return this.#put(id, values, title, (artifacts) => changed(artifacts, id, { title, points, comment: title }))
  }

  addComment(id: number, _known: KnownArtifact, comment: string): WriteOperation {
    return this.#put(id, [], comment, (artifacts) => changed(artifacts, id, { comment }))
  }

  #link(id: number, artifact: KnownArtifact): WriteOperation {
    const others = [...this.artifacts.keys()].filter((each) => each !== id)
    const links = artifact.links.length > 0 && Math.random() < 0.4 ? [] : [pickRandom(others)]
    if (links.join() === artifact.links.join()) return this.addComment(id, artifact, randomUUID())
    const values = [{ field_id: this.#field(artifact.tracker, 'links'), links: links.map((each) => ({ id: each })) }]
    return this.#put(id, values, 'links', (artifacts) => changed(artifacts, id, { links, comment: 'links' }))
  }

  /** Changes two artifacts or none. */
  addReverseLink(id: number, artifact: KnownArtifact): WriteOperation {
    const free = [...this.artifacts].filter(([other, { links }]) => other !== id && !links.includes(id))
    if (free.length === 0) return this.addComment(id, artifact, randomUUID())
    const [other, { links }] = pickRandom(free)
    const all_links = [
      ...artifact.links.map((each) => ({ id: each, direction: 'forward', type: '' })),
      ...[...this.artifacts]
        .filter(([from, { links: theirs }]) => from !== id && theirs.includes(id))
        .map(([from]) => ({ id: from, direction: 'reverse', type: '' })),
      { id: other, direction: 'reverse', type: '' },
    ]
    const values = [{ field_id: this.#field(artifact.tracker, 'links'), all_links }]
    return this.#put(id, values, 'back', (artifacts) =>
      changed(changed(artifacts, id, { comment: 'back' }), other, { links: [...links, id] }),
    )
  }

  #move(id: number, { tracker: from }: KnownArtifact): WriteOperation {
    const tracker = from === 'story' ? 'task' : 'story'
    return {
      method: 'PATCH',
      url: `artifacts/${id}`,
      body: { move: { tracker_id: this.#home.project.trackers.get(tracker) } },
      outcome: (artifacts) =>
        changed(artifacts, id, { tracker, comment: `Artifact was moved from '${from}s' tracker in 'work' project.` }),
    }
  }

  #delete(id: number): WriteOperation {
    return {
      method: 'DELETE',
      url: `artifacts/${id}`,
      outcome: (artifacts) => {
        const rest = [...artifacts].filter(([each]) => each !== id)
        return new Map(
          rest.map(([each, artifact]) => [each, { ...artifact, links: artifact.links.filter((to) => to !== id) }]),
        )
      },
    }
  }
}

function changed(artifacts: KnownArtifacts, id: number, change: Partial<KnownArtifact>): KnownArtifacts {
  const artifact = artifacts.get(id)
  if (artifact === undefined) throw new Error(`Unknown artifact ${id}`)
  // An artifact that gets a reverse link has a changeset without comment, so its last comment stays.
  return new Map([...artifacts, [id, { ...artifact, ...change, version: artifact.version + 1 }]])
}
