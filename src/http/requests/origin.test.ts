import { expect, it } from 'vitest'
import { getRequestOrigin } from './origin.ts'

const listening = { host: '127.0.0.1', port: 8080 }

it.each([
  ['tracker.example', 'https', 'https://tracker.example'],
  ['tracker.example:8443', 'https', 'https://tracker.example:8443'],
  ['Tracker-2.example', 'http', 'http://Tracker-2.example'],
  ['127.0.0.1:8080', 'http', 'http://127.0.0.1:8080'],
  ['[2001:db8::1]:8080', 'http', 'http://[2001:db8::1]:8080'],
  ['tracker.example', 'javascript', 'http://tracker.example'],
])('the origin of a request to %s over %s is %s', (host, protocol, origin) => {
  expect(getRequestOrigin({ host, protocol }, listening)).toBe(origin)
})

it.each([
  '',
  'a b',
  'evil.example/x',
  'a@evil.example',
  '"><script>',
  'evil.example#',
  '-a',
  'a:b:c',
  'é.example',
  '[::1',
])('the host %j is ignored', (host) => {
  expect(getRequestOrigin({ host, protocol: 'https' }, listening)).toBe('http://127.0.0.1:8080')
})

it('the own address may be an IPv6 address', () => {
  expect(getRequestOrigin({ host: '', protocol: 'http' }, { host: '::1', port: 80 })).toBe('http://[::1]:80')
})
