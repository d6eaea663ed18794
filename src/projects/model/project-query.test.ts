import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kit/messages/refusal.ts'
import { parseProjectQuery } from './project-query.ts'

const notAnObject = 'query parameter must be a json object or empty'
const unknown = /^You can only search on 'shortname'/

describe('the query parameter of the project list', () => {
  it.each([
    [undefined, { kind: 'all' }],
    ['{}', { kind: 'all' }],
    ['{"shortname":"apollo"}', { kind: 'short name', shortName: 'apollo' }],
    ['{"shortname":""}', { kind: 'short name', shortName: '' }],
    ['{"is_tracker_admin":true}', { kind: 'tracker admin' }],
    ['{"with_status":"system"}', { kind: 'status', status: 'system' }],
    ['{"is_member_of":true}', { kind: 'member' }],
    ['{"is_admin_of":false}', { kind: 'administrator' }],
    ['{"is_admin_of":1,"is_member_of":true,"with_status":"deleted"}', { kind: 'status', status: 'deleted' }],
    ['{"is_member_of":true,"shortname":"x"}', { kind: 'short name', shortName: 'x' }],
    ['{"shortname":null,"is_member_of":true}', { kind: 'member' }],
  ])('%s is parsed as %o', (text, query) => {
    expect(parseProjectQuery(text && JSON.parse(text))).toEqual(query)
  })

  it.each([
    ['"abc"', notAnObject],
    ['null', notAnObject],
    ['7', notAnObject],
    ['[]', notAnObject],
    ['[{}]', notAnObject],
    ['{"foo":1}', unknown],
    ['{"shortname":7}', unknown],
    ['{"is_admin_of":null}', unknown],
    ['{"__proto__":{"is_member_of":true}}', unknown],
    [
      '{"is_member_of":false}',
      "Searching for projects you are not member of is not supported. Use 'is_member_of': true",
    ],
    ['{"is_tracker_admin":1}', /^Searching for projects you are not administrator of at least one tracker/],
    ['{"with_status":"nope"}', "Please provide a valid status: 'active', 'pending', 'suspended', 'deleted'"],
  ])('%s is rejected: %s', (text, message) => {
    expect(() => parseProjectQuery(JSON.parse(text))).toThrow(message)
  })

  it('throws only refusals for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        try {
          parseProjectQuery(input)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})
