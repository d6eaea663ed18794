import { hash } from 'node:crypto'
import type { EndpointResponse } from '../../http/declarations/endpoint.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Language } from '../../kit/values/language.ts'
import { pageStyle } from './page-style.ts'
import { noStoreHeaders } from './transport.ts'

/** Escaped HTML. */
export interface Html {
  readonly markup: string
}

export type RenderedPage = Pick<EndpointResponse, 'headers' | 'body'>

/** Returns HTML in which every interpolated text is escaped. */
export function html(pieces: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: pieces.map((piece, index) => piece + markupOf(values[index] ?? '')).join('') }
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Renders a page of the server itself: without scripts, external content or framing. */
export function renderPage({
  title,
  site,
  body,
  formTarget,
  language,
}: {
  readonly title: string
  /** Name of the site; unknown after an error. */
  readonly site?: string
  readonly body: Html
  /** Where the form may redirect to, in addition to this site. */
  readonly formTarget?: string
  readonly language: Language
}): RenderedPage {
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site ?? 'Tulipwood'}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<main>${body}</main>
</body>
</html>
`
  const targets = formTarget === undefined ? "'self'" : `'self' ${sourceOf(formTarget)}`
  return {
    headers: {
      ...noStoreHeaders,
      // With `no-referrer`, browsers would not send the origin with our own form either.
      'Referrer-Policy': 'same-origin',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src '${styleHash}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'accelerometer=(), camera=(), geolocation=(), microphone=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Content-Language': language,
      Vary: 'Accept-Language, Cookie',
    },
    body: markup,
  }
}

const styleHash = `sha256-${hash('sha256', pageStyle, 'base64')}`

/**
 * Returns the origin of a redirect for the policy: a browser follows a form's redirect only to listed sources; a policy
 * cannot list IPv6 hosts.
 */
function sourceOf(url: string): string {
  const { protocol, origin, hostname } = new URL(url)
  return hostname.startsWith('[') ? protocol : origin
}
