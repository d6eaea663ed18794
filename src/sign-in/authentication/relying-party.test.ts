import { expect, it } from 'vitest'
import { findRelyingParty, getRelyingParty } from './relying-party.ts'

it.each([
  ['https://tracker.example', { id: 'tracker.example', origin: 'https://tracker.example' }],
  ['https://tracker.example:8443/under/here', { id: 'tracker.example', origin: 'https://tracker.example:8443' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
])('at %s the relying party of passkeys is %o', (address, party) => expect(getRelyingParty(address)).toEqual(party))

it.each(['http://tracker.example', 'https://192.0.2.1', 'http://127.0.0.1:8080', 'https://[2001:db8::1]:8443'])(
  'at %s passkeys are unavailable',
  (address) => {
    expect(findRelyingParty(address)).toBeUndefined()
    expect(() => getRelyingParty(address)).toThrow('Passkeys need an https URL')
  },
)
