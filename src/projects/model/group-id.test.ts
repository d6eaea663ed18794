import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGroupRestId } from '../../accounts/model/groups.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { parseGroupId } from './group-id.ts'

describe('the id of a user group in a URL', () => {
  it('is parsed as it is written in responses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9999 }), (group, project) => {
        const id = group as UserGroupId
        const restId = formatGroupRestId(id, project as ProjectId)
        expect(parseGroupId(restId)).toEqual({ group: id, project: restId.includes('_') ? project : null })
      }),
    )
  })

  it('is rejected without exceptions for any other input', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(parseGroupId(text).group).toBeGreaterThanOrEqual(0)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})
