import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { hasPreference } from '../requests/prefer.ts'
import type { SupportedHeader } from './described-headers.ts'
import type { AnyRoute } from './route.ts'

interface RequestHead {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects `Prefer: dry-run` where it would be ignored, before anything is written: a client that requests a dry run
 * must not change anything. RFC 7240 §2 lets a server ignore preferences; a read changes nothing anyway.
 */
export function refuseUnsupportedDryRun(
  { method, headers }: RequestHead,
  supportedHeaders: readonly SupportedHeader[] = [],
): void {
  if (headers['prefer'] === undefined || readingMethods.has(method) || supportedHeaders.includes('Prefer')) return
  if (!hasPreference(headers, 'dry-run')) return
  throw new Refusal(
    'invalid',
    'Prefer: dry-run is not supported here, and nothing was changed. Send the request without it to run it.',
  )
}

/**
 * Rejects unknown query parameters of Tulipwood extensions: the response to a misspelled one would be misleading.
 * Routes of Tuleap ignore them, as it does (docs/api/rest-conventions.md §1.2).
 */
export function refuseUnknownParameters({ isExtension, query }: AnyRoute, parameters: unknown): void {
  if (isExtension !== true) return
  const properties: object = query?.properties ?? {}
  const unknown = Object.keys(parameters as object).find((name) => !Object.hasOwn(properties, name))
  if (unknown === undefined) return
  const name = unknown.slice(0, 60)
  const names = Object.keys(properties).map((name) => `\`${name}\``)
  throw new Refusal(
    'invalid',
    names.length === 0
      ? message`Unknown query parameter \`${name}\`. This route has none.`
      : message`Unknown query parameter \`${name}\`. Known are ${names.join(', ')}.`,
  )
}
