import type { EndpointResponse } from '../../kit/http/endpoint.ts'
import { statusOf } from '../../kit/http/statuses.ts'
import type { Refusal } from '../../kit/refusal.ts'
import { html, renderPage } from './page.ts'

/** Tells a person why it goes no further. */
export const renderMessagePage = (status: number, title: string, text: string): EndpointResponse => ({
  status,
  ...renderPage({ title, body: html`<h1>${title}</h1><p>${text}</p><p><a href="/">Go to the start page</a></p>` }),
})

/** What nobody foresaw, and what the server refuses before it looks. */
export const renderFailurePage = (refusal: Refusal | null): EndpointResponse =>
  refusal === null
    ? renderMessagePage(
        500,
        'Something went wrong',
        'It is no fault of yours; nothing was given to anybody. Try again later.',
      )
    : renderMessagePage(statusOf[refusal.kind], 'Not possible', refusal.message)
