import { describe, expect, it } from 'vitest'
import type { Permit } from '../values/permit.ts'
import { assertSubject } from './assert-subject.ts'
import { createPermit } from './decide.ts'
import { sweepPermit } from './system-permits.ts'

describe('a permit', () => {
  it('is for its subject only', () => {
    assertSubject(createPermit('update', { id: 7 }, 'yes'), 7)
    assertSubject(createPermit('end sessions', 7, 'yes'), 7)
    expect(() => assertSubject(createPermit('update', { id: 7 }, 'yes'), 8)).toThrow(
      'The permit to update 7 was used for 8',
    )
    expect(() => assertSubject(createPermit('end sessions', 7, 'yes'), 8)).toThrow('was used for 8')
  })
  it('without an id is for all rows', () => {
    assertSubject(createPermit('create', 'project', 'yes'), 8)
    assertSubject(sweepPermit, 8)
  })
  it('is neither an object of the same form nor a copy with another subject', () => {
    const permit = createPermit('update', { id: 7 }, 'yes')
    // @ts-expect-error The compiler refuses objects that no policy created.
    const forged: Permit<'update', { id: number }> = { action: 'update', subject: { id: 8 } }
    // @ts-expect-error The compiler refuses copies.
    const copied: Permit<'update', { id: number }> = { ...permit, subject: { id: 8 } }
    // @ts-expect-error The compiler refuses permits for other acts.
    const other: Permit<'remove', { id: number }> = permit
    expect([forged, copied, other]).toHaveLength(3)
  })
})
