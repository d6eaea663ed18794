import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { html, renderPage } from '../oauth2/page.ts'
import type { ProviderErrorKind } from './provider-error.ts'

const messages: Readonly<Record<ProviderErrorKind, (label: string) => string>> = {
  unreachable: (label) => `${label} cannot be reached at the moment. Try again later, or sign in another way.`,
  refused: (label) => `${label} rejected the sign-in. Nothing was changed.`,
  untrusted: (label) => `The response of ${label} does not match the sign-in. Start again.`,
}

export const getProviderErrorMessage = (kind: ProviderErrorKind, label: string): string => messages[kind](label)

/** Returns the page that explains why a sign-in with an identity provider failed, with a link back. */
export function renderSignInErrorPage(
  site: string,
  status: number,
  { sentence, next = '/' }: { readonly sentence: string; readonly next?: string },
): EndpointResponse {
  const back = `/login?return=${encodeURIComponent(next)}`
  const body = html`<h1>You are not signed in</h1>
<p>${sentence}</p>
<p><a href="${back}">Back to the sign-in page</a></p>`
  return { status, ...renderPage({ title: 'Not signed in', site, body }) }
}
