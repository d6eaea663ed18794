import type { Query } from './address.ts'

/** What a page reads first: asked for while its code is on its way, or before somebody gets there. */
export interface FirstRead {
  /** As memory keeps it: one resource, a page of a collection, a collection that grows as one reads on. */
  readonly kind: 'one' | 'page' | 'stream'
  readonly path: string
  readonly query?: Query
  /** How long it counts as new, in ms; ten seconds unless told. */
  readonly staleTime?: number
  /** What will be read because of it. */
  readonly next?: (body: unknown) => readonly FirstRead[]
}

/** The same with the type of what is answered, which its address decides. */
type Known<Body> = Omit<FirstRead, 'kind' | 'path' | 'next'> & { readonly next?: (body: Body) => readonly FirstRead[] }

const readOf =
  (kind: FirstRead['kind']) =>
  <Body>(path: string, { next, ...more }: Known<Body> = {}): FirstRead => ({
    kind,
    path,
    ...more,
    // Types of answers are those of the server's representations, as in the client.
    ...(next === undefined ? {} : { next: (body: unknown) => next(body as Body) }),
  })

export const one = readOf('one')
export const page = readOf('page')
export const stream = readOf('stream')
