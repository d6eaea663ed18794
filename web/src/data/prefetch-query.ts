import type { Query } from './api-url.ts'

/** A query that a page needs first, started while its code is loaded or before navigation. */
export interface PrefetchQuery {
  /** As memory keeps it: one resource, a page of a collection, a collection that grows as one reads on. */
  readonly kind: 'one' | 'page' | 'stream'
  readonly path: string
  readonly query?: Query
  /** How long the response is fresh, in milliseconds; ten seconds by default. */
  readonly staleTime?: number
  /** Queries that depend on the response. */
  readonly next?: (body: unknown) => readonly PrefetchQuery[]
}

/** Variant with the type of the response, which follows from the path. */
type PrefetchOptions<Body> = Omit<PrefetchQuery, 'kind' | 'path' | 'next'> & {
  readonly next?: (body: Body) => readonly PrefetchQuery[]
}

const readOf =
  (kind: PrefetchQuery['kind']) =>
  <Body>(path: string, { next, ...more }: PrefetchOptions<Body> = {}): PrefetchQuery => ({
    kind,
    path,
    ...more,
    // Types of answers are those of the server's representations, as in the client.
    ...(next === undefined ? {} : { next: (body: unknown) => next(body as Body) }),
  })

export const singleQuery = readOf('one')
export const pageQuery = readOf('page')
export const textQuery = readOf('stream')
