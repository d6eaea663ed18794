/** One server-sent event; `name` is '' for an event that only has an id. */
interface ServerSentEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: any
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  /** All events received so far. */
  readonly events: readonly ServerSentEvent[]
  /** The id that a browser would send when it reconnects. */
  readonly lastId: string
  /** Resolves when the server or the test closed the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Follows a stream like a browser, but without reconnecting. */
export async function followEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> {
  const abortController = new AbortController()
  const answer = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abortController.signal,
  })
  const events: ServerSentEvent[] = []
  let lastId = ''

  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) addEvent(block)
    }
  }

  function addEvent(block: string): void {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const data = field('data')
    const id = field('id')
    if (id !== undefined) lastId = id
    const name = field('event') ?? ''
    events.push({ id, name, data: data === undefined ? undefined : JSON.parse(data) })
  }

  return {
    status: answer.status,
    headers: answer.headers,
    events,
    get lastId() {
      return lastId
    },
    ended: read().catch(() => undefined),
    close: () => abortController.abort(),
  }
}
