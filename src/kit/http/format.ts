import type { FastifyRequest } from 'fastify'
import { type Format, formatOf } from './negotiate.ts'

/** Formats that addresses end with; most end with none. */
const suffixes = new WeakMap<object, Format>()

/** Notes the format that the address of a request asked for by its ending (docs/api/rest-conventions.md §1.1). */
export const setSuffix = (request: object, suffix: Format): void => {
  suffixes.set(request, suffix)
}

/** The format in which a request is answered; refused when there is none. */
export const negotiateFormat = (request: FastifyRequest): Format =>
  formatOf(
    suffixes.get(request.raw) ?? null,
    request.headers.accept,
    request.headers['accept-charset'] as string | undefined,
  )
