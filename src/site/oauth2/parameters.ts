import type { EndpointRequest } from '../../kit/http/endpoint.ts'

/** Parameters of a request (RFC 6749 §3.1): one without a value is not there, one that is sent twice is a mistake. */
export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(text: string) {
    const values = new Map<string, string[]>()
    for (const [name, value] of new URLSearchParams(text)) {
      // No database keeps a NUL.
      if (value === '' || value.includes('\0')) continue
      values.set(name, [...(values.get(name) ?? []), value])
    }
    this.#values = values
  }

  /** undefined: not there, or not to be trusted, being there twice. */
  get(name: string): string | undefined {
    const values = this.#values.get(name)
    return values?.length === 1 ? values[0] : undefined
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** Those of a name that may be there several times. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  repeats(names: readonly string[]): boolean {
    return names.some((name) => this.all(name).length > 1)
  }

  /** The same request with some parameters others; null: without it. */
  with(changes: Readonly<Record<string, string | null>>): string {
    const kept = [...this.#values].filter(([name]) => !(name in changes))
    const changed = Object.entries(changes).filter((pair): pair is [string, string] => pair[1] !== null)
    const all = [...kept.flatMap(([name, values]) => values.map((value) => [name, value] as const)), ...changed]
    return all.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  }
}

const maxBytes = 65_536

/** The form a request brings; undefined when it brings none, or an endless one. */
export async function readForm({
  headers,
  body,
  idleTimeoutMs: silence,
}: EndpointRequest): Promise<Parameters | undefined> {
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded') return undefined
  // A body that stops coming is not waited for.
  const timer = setTimeout(() => body.destroy(), silence)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    // What is not read to its end still gets its answer.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      timer.refresh()
      size += piece.byteLength
      if (size > maxBytes) return undefined
      pieces.push(piece)
    }
  } catch {
    // Who sent it is gone.
    return undefined
  } finally {
    clearTimeout(timer)
  }
  return new Parameters(Buffer.concat(pieces).toString('utf8'))
}
