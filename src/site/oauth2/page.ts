import { hash } from 'node:crypto'
import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { escapeHtml } from '../model/escape-html.ts'
import { pageStyle } from './page-style.ts'
import { noStoreHeaders } from './transport.ts'

/** Text that is ready to stand in a page. */
export interface Html {
  readonly markup: string
}

export type RenderedPage = Pick<EndpointResponse, 'headers' | 'body'>

/** Markup in which every text is only a text. */
export function html(pieces: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: pieces.map((piece, index) => piece + markupOf(values[index] ?? '')).join('') }
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** A page of the server's own: no script, nothing from elsewhere, in no frame. */
export function renderPage({
  title,
  site,
  body,
  formTarget,
}: {
  readonly title: string
  /** What people call this place; not known where something failed. */
  readonly site?: string
  readonly body: Html
  /** Where its form may end up, besides here. */
  readonly formTarget?: string
}): RenderedPage {
  const { markup } = html`<!doctype html>
<html lang="en">
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
      // With none at all, a browser would not say either where our own form comes from.
      'Referrer-Policy': 'same-origin',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src '${styleHash}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'accelerometer=(), camera=(), geolocation=(), microphone=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      Vary: 'Cookie',
    },
    body: markup,
  }
}

const styleHash = `sha256-${hash('sha256', pageStyle, 'base64')}`

/** The redirect's origin: a browser follows a form's redirect only to what is named; a policy cannot name IPv6 hosts. */
function sourceOf(address: string): string {
  const { protocol, origin, hostname } = new URL(address)
  return hostname.startsWith('[') ? protocol : origin
}
