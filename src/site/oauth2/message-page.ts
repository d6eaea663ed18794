import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { statusOf } from '../../kit/http/statuses.ts'
import type { Refusal } from '../../kit/refusal.ts'
import { html, renderPage } from './page.ts'

/** Returns a page that explains why the request cannot continue. */
export const renderMessagePage = (status: number, title: string, text: string): EndpointResponse => ({
  status,
  ...renderPage({ title, body: html`<h1>${title}</h1><p>${text}</p><p><a href="/">Go to the start page</a></p>` }),
})

/** Returns the page of an unexpected error or of a request that the server rejects. */
export const renderFailurePage = (refusal: Refusal | null): EndpointResponse =>
  refusal === null
    ? renderMessagePage(
        500,
        'Internal error',
        'The server could not process the request. No permission was granted. Try again later.',
      )
    : renderMessagePage(statusOf[refusal.kind], 'Not possible', refusal.message)
