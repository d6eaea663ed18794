import { expect, it } from 'vitest'
import { parseFailure } from './failure.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  parseFailure(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))
const message = (text: string) => ({ error: { code: 400, message: text } })

it.each([
  [message('Bad Request: `password` is required.'), '`password` is required.', 'password'],
  [
    message('Bad Request: Invalid value specified for `limit`. Expecting integer value'),
    'Invalid value specified for `limit`. Expecting integer value',
    'limit',
  ],
  [message('Bad Request: `settings[name]` is required.'), '`settings[name]` is required.', 'name'],
  [message('Not Found: No such project'), 'No such project', null],
  [{ error: { code: 400, message: 'Bad Request', i18n_error_message: 'Too short' } }, 'Too short', null],
  [
    { error: { code: 400, message: 'Bad Request', i18n_error_message: 'Bad value attribute: integer expected.' } },
    'Bad value attribute: integer expected.',
    null,
  ],
  [{ error: "Referer doesn't match host. CSRF tentative ?" }, "Referer doesn't match host. CSRF tentative ?", null],
])('%j is shown as %s', async (body, words, field) =>
  expect(await answer(400, body)).toMatchObject({ status: 400, message: words, field }),
)

it('shows the id of an unexpected error instead of its message', async () => {
  const body = { error: { code: 500, message: 'Internal Server Error' } }
  expect((await answer(500, body)).message).toBe('Something went wrong on the server.')
  expect((await answer(500, body, { 'x-request-id': '7f3a90' })).message).toContain('reference: 7f3a90')
})
it('treats a response from outside of the API as a failure', async () =>
  expect(await answer(502, '<html>')).toMatchObject({ status: 502, field: null, retryAfter: null }))
it('contains the time to wait', async () =>
  expect(await answer(429, message('Too many'), { 'retry-after': '17' })).toMatchObject({ retryAfter: 17 }))
