/** Values of a span, named by the semantic conventions of OpenTelemetry. */
type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes: SpanAttributes
}

interface SpanEnd {
  readonly attributes?: SpanAttributes
  /** Replaces the name of the start. */
  readonly name?: string
  /** Why the operation failed, without values; undefined: it did not. */
  readonly error?: string | undefined
}

/** A span that has not ended. */
export interface OpenSpan {
  /** Runs work whose spans are children of this one. */
  run<T>(work: () => T): T
  end(end?: SpanEnd): void
}

/** Headers of a request, or what is stored of them. */
export type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Records what the server does as traces (docs/decisions/0067-traces-on-request.md). */
export interface Tracing {
  /** Starts a span below the current one, or below that of another process, which `parent` contains. */
  startSpan(options: SpanOptions, parent?: TraceHeaders): OpenSpan
  /** Whether the calling code runs in a span. */
  isInSpan(): boolean
  /** Returns the headers that pass the current trace on: `traceparent` and `tracestate`. */
  getHeaders(): Readonly<Record<string, string>>
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

/** Runs work in a span; without tracing it only runs it. */
export async function inSpan<T>(
  tracing: Tracing | null | undefined,
  options: SpanOptions,
  work: () => Promise<T>,
  parent?: TraceHeaders,
): Promise<T> {
  if (!tracing) return work()
  const span = tracing.startSpan(options, parent)
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (problem) {
    span.end({ error: nameError(problem) })
    throw problem
  }
}

/** Returns the kind of an error; its message may contain values. */
export function nameError(problem: unknown): string {
  if (!(problem instanceof Error)) return typeof problem
  return 'code' in problem && typeof problem.code === 'string' ? problem.code : problem.name
}
