import { expect, it } from 'vitest'
import { redactProblem } from './redact-problem.ts'

it.each([
  ['connect ECONNREFUSED 10.0.0.3:25', 'connect ECONNREFUSED 10.0.0.3:25'],
  ['Error: 550 <bob@example.org> rejected\n    at send (/srv/app/mail.ts:3)', 'Error: 550 <bob@example.org> rejected'],
  ['POST https://hooks.example/T0/B1/secret?x=1 failed', 'POST https://hooks.example/… failed'],
  ['smtp://mailer:pa55word@mail.example:587 timed out', 'smtp://mail.example:587 timed out'],
  ["ENOENT: no such file, open '/var/lib/tulipwood/files/ab/abc'", "ENOENT: no such file, open '…'"],
  ['Authorization: Bearer abc.def was rejected', 'Authorization: Bearer … was rejected'],
  ['key 0123456789abcdef0123456789abcdef is unknown', 'key … is unknown'],
  ['requestUnsuccessfullyRepeatedly', 'requestUnsuccessfullyRepeatedly'],
  ['x '.repeat(200), `${'x '.repeat(200).slice(0, 299)}…`],
])('redacts %j', (text, redacted) => expect(redactProblem(text)).toBe(redacted))
