import { describe, expect, it } from 'vitest'
import { isRedirectUri, isRedirectUriOf } from './redirect-uri.ts'

describe('a redirect URI', () => {
  it.each([
    'https://app.example',
    'https://app.example/back?x=1&y=%20',
    'HTTPS://app.example/Back',
    'https://app.example:8443/',
    'http://localhost',
    'http://localhost:3000/back?x',
    'http://127.0.0.1:3000',
    'http://[::1]:3000/back',
  ])('%s is valid', (text) => expect(isRedirectUri(text)).toBe(true))

  it.each([
    '',
    'https://',
    'https:///back',
    'https:app.example',
    'https:/app.example',
    'https://app.example/#',
    'https://app.example/back#x',
    'https://user@app.example/',
    'https://user:secret@app.example/',
    'https://@app.example/',
    'https://app.example\\@evil.example',
    'https://app.example/a b',
    'https://app.example/\n',
    ' https://app.example/',
    'https://app.example/é',
    'https://app.example/"x',
    'https://app.example:99999/',
    'http://app.example/',
    'http://localhost.app.example/',
    'http://localhost@app.example/',
    'http://127.0.0.2/',
    'http://localhost:x/',
    'ftp://localhost/',
    'javascript:alert(1)',
    'app:/back',
    `https://app.example/${'x'.repeat(2000)}`,
  ])('%s is invalid', (text) => expect(isRedirectUri(text)).toBe(false))

  it('must equal the registered one for an app with a secret', () => {
    const app = { redirectUri: 'http://localhost:3000/back', isConfidential: true }
    expect(isRedirectUriOf(app, app.redirectUri)).toBe(true)
    expect(isRedirectUriOf(app, 'http://localhost:3001/back')).toBe(false)
  })

  it('may have another port on the loopback interface for an app without a secret', () => {
    const app = { redirectUri: 'http://127.0.0.1/back?x', isConfidential: false }
    expect(isRedirectUriOf(app, 'http://127.0.0.1:3001/back?x')).toBe(true)
    for (const other of ['http://localhost:3001/back?x', 'http://127.0.0.1:3001/back', 'http://127.0.0.1:x/back?x'])
      expect(isRedirectUriOf(app, other)).toBe(false)
    const far = { redirectUri: 'https://app.example/back', isConfidential: false }
    expect(isRedirectUriOf(far, 'https://app.example:444/back')).toBe(false)
  })
})
