import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function logged(entry: object): string {
  const lines: string[] = []
  createLogger('info', { write: (line) => void lines.push(line) }).info(entry, 'message')
  return lines.join('')
}

it.each([
  { req: { method: 'GET', url: '/api/x?token=s3cret', headers: {} } },
  { req: { method: 'GET', url: '/', headers: { authorization: 's3cret' } } },
  { req: { method: 'GET', url: '/', headers: { cookie: 's3cret' } } },
  { req: { method: 'GET', url: '/', headers: { 'x-auth-accesskey': 's3cret' } } },
  { req: { method: 'GET', url: '/', headers: { 'x-auth-token': 's3cret' } } },
  { res: { headers: { 'set-cookie': 's3cret' } } },
  { password: 's3cret' },
  { body: { password: 's3cret' } },
  { sent: { body: { token: 's3cret' } } },
  { err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(s3cret) already exists.' }) },
  { err: Object.assign(new Error('failed'), { cause: Object.assign(new Error('x'), { parameters: ['s3cret'] }) }) },
])('redacts the secret of %j', (entry) => {
  const line = logged(entry)
  expect(JSON.parse(line)).toMatchObject({ msg: 'message' })
  expect(line).not.toContain('s3cret')
})

it('logs an error with its stack and code', () => {
  const { err } = JSON.parse(logged({ err: Object.assign(new TypeError('x is no y'), { code: 'E1' }) }))
  expect(err).toEqual({
    type: 'TypeError',
    message: 'x is no y',
    code: 'E1',
    stack: expect.stringContaining('logger.test'),
  })
})
