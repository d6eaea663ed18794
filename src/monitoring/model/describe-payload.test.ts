import { expect, it } from 'vitest'
import { describePayload } from './describe-payload.ts'

it.each([
  [{ change: 12, user: 101 }, 'change 12, user 101'],
  [{ changes: [1, 2, 3, 4] }, 'changes 1 2 3 …'],
  [7, '#7'],
  ['dump-name', ''],
  [null, ''],
  [{ user: 5, sealed: 'c2VjcmV0' }, 'user 5'],
  [{ login: 'alice', to: { address: 'a@example.org' }, at: 1_700_000_000 }, ''],
  [{ id: 'text', trace: { traceparent: '00' } }, ''],
])('describes %j', (payload, text) => expect(describePayload(JSON.stringify(payload))).toBe(text))
