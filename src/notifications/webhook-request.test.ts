import { describe, expect, it } from 'vitest'
import { bodyOf, headersOf, payloadIn } from './webhook-request.ts'

describe('a request to a webhook', () => {
  const payload = { id: 7, title: 'Äpfel & Birnen' }

  it('is JSON, or a form that holds it', () => {
    expect(JSON.parse(bodyOf(payload, 'json'))).toEqual(payload)
    const form = new URLSearchParams(bodyOf(payload, 'form'))
    expect([...form.keys()]).toEqual(['payload'])
    expect(JSON.parse(form.get('payload') ?? '')).toEqual(payload)
  })

  it('can be read again in both formats', () => {
    for (const format of ['json', 'form'] as const) expect(payloadIn(bodyOf(payload, format))).toEqual(payload)
  })

  it('is signed with the secret, together with its time', () => {
    const how = { format: 'json', secret: 'Jefe', at: 1000 } as const
    expect(headersOf({ event: 'create', requestId: 'abc' }, 'what do ya want for nothing?', how)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Tulipwood',
      'X-Tulipwood-Event': 'create',
      'X-Tulipwood-Delivery': 'abc',
      'X-Tulipwood-Timestamp': '1000',
      'X-Tulipwood-Signature': 'sha256=83af207b19277efbc4b29270f6ca331de730f2b348981b186b86be958716f58a',
    })
  })
})
