import { describe, expect, it } from 'vitest'
import { buildHeaders, parseBody, serializeBody } from './webhook-request.ts'

describe('webhook request', () => {
  const payload = { id: 7, title: 'Äpfel & Birnen' }

  it('has a JSON body or a form with the JSON as `payload`', () => {
    expect(JSON.parse(serializeBody(payload, 'json'))).toEqual(payload)
    const form = new URLSearchParams(serializeBody(payload, 'form'))
    expect([...form.keys()]).toEqual(['payload'])
    expect(JSON.parse(form.get('payload') ?? '')).toEqual(payload)
  })

  it('round-trips the payload in both formats', () => {
    for (const format of ['json', 'form'] as const) expect(parseBody(serializeBody(payload, format))).toEqual(payload)
  })

  it('signs the timestamp and the body with the secret', () => {
    const how = { format: 'json', secret: 'Jefe', at: 1000 } as const
    expect(buildHeaders({ event: 'create', requestId: 'abc' }, 'what do ya want for nothing?', how)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Tulipwood',
      'X-Tulipwood-Event': 'create',
      'X-Tulipwood-Delivery': 'abc',
      'X-Tulipwood-Timestamp': '1000',
      'X-Tulipwood-Signature': 'sha256=83af207b19277efbc4b29270f6ca331de730f2b348981b186b86be958716f58a',
    })
  })
})
