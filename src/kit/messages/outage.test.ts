import { describe, expect, it } from 'vitest'
import { createOutageRefusal, DatabaseLostError, UnknownCommitError } from './outage.ts'

const failure = (message: string, members: object = {}): Error => Object.assign(new Error(message), members)

describe('an error of an external dependency', () => {
  it.each([
    failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' }),
    failure('terminating connection due to administrator command', { code: '57P01' }),
    failure('the database system is starting up', { code: '57P03' }),
    failure('Connection terminated unexpectedly'),
    new DatabaseLostError(new Error('The database server is a standby')),
    failure('timeout exceeded when trying to connect'),
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    new Error('An earlier statement of this transaction failed', { cause: failure('', { code: 'ECONNRESET' }) }),
  ])('means unavailability: %s', (problem) => {
    expect(createOutageRefusal(problem)?.kind).toBe('unavailable')
  })

  it('reports a commit whose result is unknown, unlike other losses', () => {
    const lost = failure('read ECONNRESET', { code: 'ECONNRESET' })
    expect(createOutageRefusal(new UnknownCommitError(lost))?.message).toContain('it may have happened or not')
    expect(createOutageRefusal(new DatabaseLostError(lost))?.message).toContain('cannot be reached')
  })

  it('reports a wait for a lock that is too long', () => {
    const refusal = createOutageRefusal(failure('canceling statement due to lock timeout', { code: '55P03' }))
    expect([refusal?.kind, refusal?.message]).toEqual([
      'unavailable',
      'Another change of the same data takes too long. Try again later.',
    ])
  })

  it.each([
    failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    failure('could not extend file', { code: '53100' }),
    failure('ENOSPC: no space left on device, write', { code: 'ENOSPC' }),
    new Error('An earlier statement of this transaction failed', { cause: failure('', { code: 'EDQUOT' }) }),
  ])('means lack of space: %s', (problem) => {
    expect(createOutageRefusal(problem)?.kind).toBe('out-of-space')
  })

  it.each([
    failure('UNIQUE constraint failed', { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
    failure('canceling statement due to statement timeout', { code: '57014' }),
    failure('column "x" does not exist', { code: '42703' }),
    new TypeError('x is not a function'),
    'Connection terminated',
    undefined,
  ])('means neither: %s', (problem) => {
    expect(createOutageRefusal(problem)).toBeUndefined()
  })
})
