import { randomUUID } from 'node:crypto'
import type { ServerInstallation } from './server-process.ts'

/** An artifact as its only writer knows it. */
export interface KnownState {
  readonly tracker: string
  readonly title: string
  readonly points: number
  /** ids, in order */
  readonly links: readonly number[]
  /** how many changesets it has */
  readonly version: number
  /** the last comment */
  readonly comment: string
}

export type WriterTracker = ReadonlyMap<number, KnownState>

interface Deed {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The shelf when it is done; `id` is that of what it makes. */
  outcome(shelf: WriterTracker, id: number): WriterTracker
}

/** What a client was doing when the server went away. */
export interface InterruptedWrite {
  readonly deed: Deed
  readonly title: string | null
}

const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/**
 * A client that alone writes its artifacts, so that it knows after each answer what must be there: one deed at a time,
 * until the server is gone.
 */
export class RandomWriter {
  readonly #home: ServerInstallation
  shelf: WriterTracker = new Map()
  readonly deleted: number[] = []
  /** Titles of artifacts whose creation was answered. */
  readonly made: string[] = []
  interrupted: InterruptedWrite | undefined
  deeds = 0

  constructor(home: ServerInstallation) {
    this.#home = home
  }

  /** Until the connection breaks. */
  async write(api: string): Promise<void> {
    for (;;) {
      const title = randomUUID()
      const deed = this.#next(title)
      this.interrupted = { deed, title: deed.method === 'POST' ? title : null }
      if (!(await this.#send(api, deed, title))) return
    }
  }

  /** Sends once more what was to be made and was not answered, under the same key. */
  async again(api: string): Promise<void> {
    const { deed, title } = this.interrupted ?? {}
    if (deed !== undefined && title) await this.#send(api, deed, title)
  }

  /** It was not done before the server went. */
  giveUp(): void {
    this.interrupted = undefined
  }

  /** It was done before the server went, though nobody was told. */
  settle(id: number): void {
    if (this.interrupted === undefined) return
    const { deed, title } = this.interrupted
    this.#done(deed, title, id)
  }

  async #send(api: string, deed: Deed, title: string): Promise<boolean> {
    const { method, url, body, headers } = deed
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
    if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
    const isNew = method === 'POST'
    this.#done(deed, isNew ? title : null, isNew ? (JSON.parse(text).id as number) : 0)
    return true
  }

  #done(deed: Deed, title: string | null, id: number): void {
    const before = this.shelf
    this.shelf = deed.outcome(before, id)
    for (const each of before.keys()) if (!this.shelf.has(each)) this.deleted.push(each)
    if (title !== null) this.made.push(title)
    this.interrupted = undefined
    this.deeds++
  }

  #next(title: string): Deed {
    const ids = [...this.shelf.keys()]
    if (ids.length < 3) return this.#create(title)
    const id = any(ids)
    const known = this.shelf.get(id) as KnownState
    // Nobody reads long histories.
    if (known.version > 20 || (ids.length > 6 && Math.random() < 0.3)) return this.#delete(id)
    return any([
      () => (ids.length > 8 ? this.#delete(id) : this.#create(title)),
      () => this.#update(id, known, title),
      () => this.#update(id, known, title),
      () => this.#say(id, known, title),
      () => this.#link(id, known),
      () => this.#linkBack(id, known),
      () => this.#move(id, known),
    ])()
  }

  #field = (tracker: string, name: string) => this.#home.work.fields.get(`${tracker}:${name}`)

  #create(title: string): Deed {
    const tracker = any(['story', 'task'])
    const [points, links] = [Math.floor(Math.random() * 100), [...this.shelf.keys()].slice(0, 2)]
    const mention = links[0] === undefined ? '' : `see art #${links[0]}`
    return {
      method: 'POST',
      url: 'artifacts',
      headers: { 'idempotency-key': title },
      body: {
        tracker: { id: this.#home.work.trackers.get(tracker) },
        values: [
          { field_id: this.#field(tracker, 'title'), value: title },
          { field_id: this.#field(tracker, 'details'), value: mention },
          { field_id: this.#field(tracker, 'points'), value: points },
          { field_id: this.#field(tracker, 'links'), links: links.map((id) => ({ id })) },
        ],
      },
      outcome: (shelf, id) => new Map([...shelf, [id, { tracker, title, points, links, version: 1, comment: '' }]]),
    }
  }

  #put(id: number, values: readonly unknown[], comment: string, outcome: Deed['outcome']): Deed {
    return {
      method: 'PUT',
      url: `artifacts/${id}`,
      body: { values, comment: { body: comment, format: 'text' } },
      outcome,
    }
  }

  #update(id: number, known: KnownState, title: string): Deed {
    const points = known.points + 1
    const values = [
      { field_id: this.#field(known.tracker, 'title'), value: title },
      { field_id: this.#field(known.tracker, 'points'), value: points },
    ]
    return this.#put(id, values, title, (shelf) => changed(shelf, id, { title, points, comment: title }))
  }

  #say(id: number, _known: KnownState, comment: string): Deed {
    return this.#put(id, [], comment, (shelf) => changed(shelf, id, { comment }))
  }

  #link(id: number, known: KnownState): Deed {
    const others = [...this.shelf.keys()].filter((each) => each !== id)
    const links = known.links.length > 0 && Math.random() < 0.4 ? [] : [any(others)]
    if (links.join() === known.links.join()) return this.#say(id, known, randomUUID())
    const values = [{ field_id: this.#field(known.tracker, 'links'), links: links.map((each) => ({ id: each })) }]
    return this.#put(id, values, 'links', (shelf) => changed(shelf, id, { links, comment: 'links' }))
  }

  /** Two artifacts change, or none. */
  #linkBack(id: number, known: KnownState): Deed {
    const free = [...this.shelf].filter(([other, { links }]) => other !== id && !links.includes(id))
    if (free.length === 0) return this.#say(id, known, randomUUID())
    const [other, { links }] = any(free)
    const all_links = [
      ...known.links.map((each) => ({ id: each, direction: 'forward', type: '' })),
      ...[...this.shelf]
        .filter(([from, { links: theirs }]) => from !== id && theirs.includes(id))
        .map(([from]) => ({ id: from, direction: 'reverse', type: '' })),
      { id: other, direction: 'reverse', type: '' },
    ]
    const values = [{ field_id: this.#field(known.tracker, 'links'), all_links }]
    return this.#put(id, values, 'back', (shelf) =>
      changed(changed(shelf, id, { comment: 'back' }), other, { links: [...links, id] }),
    )
  }

  #move(id: number, { tracker: from }: KnownState): Deed {
    const tracker = from === 'story' ? 'task' : 'story'
    return {
      method: 'PATCH',
      url: `artifacts/${id}`,
      body: { move: { tracker_id: this.#home.work.trackers.get(tracker) } },
      outcome: (shelf) =>
        changed(shelf, id, { tracker, comment: `Artifact was moved from '${from}s' tracker in 'work' project.` }),
    }
  }

  #delete(id: number): Deed {
    return {
      method: 'DELETE',
      url: `artifacts/${id}`,
      outcome: (shelf) => {
        const rest = [...shelf].filter(([each]) => each !== id)
        return new Map(rest.map(([each, known]) => [each, { ...known, links: known.links.filter((to) => to !== id) }]))
      },
    }
  }
}

function changed(shelf: WriterTracker, id: number, change: Partial<KnownState>): WriterTracker {
  const known = shelf.get(id)
  if (known === undefined) throw new Error(`Nothing is known of ${id}`)
  // What says nothing about itself keeps its last comment: only links back are such.
  return new Map([...shelf, [id, { ...known, ...change, version: known.version + 1 }]])
}
