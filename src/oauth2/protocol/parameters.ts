import type { EndpointRequest } from '../../http/declarations/endpoint.ts'

/** Parameters of a request (RFC 6749 §3.1): one without a value is absent, a repeated one is an error. */
export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(text: string) {
    const values = new Map<string, string[]>()
    for (const [name, value] of new URLSearchParams(text)) {
      // No database can store a NUL.
      if (value === '' || value.includes('\0')) continue
      values.set(name, [...(values.get(name) ?? []), value])
    }
    this.#values = values
  }

  /** Returns a value; undefined: absent, or repeated and therefore not trusted. */
  get(name: string): string | undefined {
    const values = this.#values.get(name)
    return values?.length === 1 ? values[0] : undefined
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** Returns all values of a name that may be repeated. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  repeats(names: readonly string[]): boolean {
    return names.some((name) => this.all(name).length > 1)
  }

  /** Returns the query string with some parameters replaced; null removes one. */
  with(changes: Readonly<Record<string, string | null>>): string {
    const unchanged = [...this.#values].filter(([name]) => !(name in changes))
    const changed = Object.entries(changes).filter((pair): pair is [string, string] => pair[1] !== null)
    const all = [...unchanged.flatMap(([name, values]) => values.map((value) => [name, value] as const)), ...changed]
    return all.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  }
}

const maxBytes = 65_536

/** Returns the form of a request; undefined when it has none, or a too large one. */
export async function readForm({
  headers,
  body,
  idleTimeoutMs: silence,
}: EndpointRequest): Promise<Parameters | undefined> {
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded') return undefined
  // A stalled body is aborted.
  const timer = setTimeout(() => body.destroy(), silence)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    // The response is sent although the body was not read to its end.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      timer.refresh()
      size += piece.byteLength
      if (size > maxBytes) return undefined
      pieces.push(piece)
    }
  } catch {
    // The client has disconnected.
    return undefined
  } finally {
    clearTimeout(timer)
  }
  return new Parameters(Buffer.concat(pieces).toString('utf8'))
}
