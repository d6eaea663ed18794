import type { FastifyRequest } from 'fastify'
import { type Format, formatOf } from './negotiate.ts'

/** Formats by the suffix of the URL; most requests have none. */
const suffixes = new WeakMap<object, Format>()

/** Records the format that the suffix of a URL requests (docs/api/rest-conventions.md §1.1). */
export const setSuffix = (request: object, suffix: Format): void => {
  suffixes.set(request, suffix)
}

/** Returns the format of the response; throws when there is none. */
export const negotiateFormat = (request: FastifyRequest): Format =>
  formatOf(
    suffixes.get(request.raw) ?? null,
    request.headers.accept,
    request.headers['accept-charset'] as string | undefined,
  )
