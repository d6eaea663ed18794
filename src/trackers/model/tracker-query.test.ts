import { describe, expect, it } from 'vitest'
import { parseTrackerQuery } from './tracker-query.ts'

const onlyTrue = "Filtering for trackers you are not administrator is not supported. Use 'is_tracker_admin': true"
const nothingElse =
  "You can only search on 'is_tracker_admin': true. If the query is valid, your plugin is maybe not installed."

describe('query of a list of trackers', () => {
  it('selects all trackers when it is empty', () => {
    expect(parseTrackerQuery('')).toEqual({ onlyAdministered: false })
  })
  it.each(['{"is_tracker_admin":true}', ' {"is_tracker_admin": 1} '])('%s selects administered trackers', (text) => {
    expect(parseTrackerQuery(text)).toEqual({ onlyAdministered: true })
  })
  it.each([
    ['{"is_tracker_admin":false}', onlyTrue],
    ['{"is_tracker_admin":0}', onlyTrue],
    ['{"is_tracker_admin":""}', onlyTrue],
    ['{"is_tracker_admin":null}', nothingElse],
    ['{}', nothingElse],
    ['{"foo":true}', nothingElse],
    ['{"is_tracker_admin":1,"more":2}', nothingElse],
    ['{"with_time_tracking":true}', nothingElse],
    ['[{"is_tracker_admin":true}]', 'Query must be in Json'],
    ['"text"', 'Query must be in Json'],
    ['null', 'Query must be in Json'],
    ['{"is_tracker_admin":', 'parameter "query" syntax error, invalid JSON'],
    ['nonsense', 'parameter "query" syntax error, invalid JSON'],
  ])('%s is refused', (text, because) => {
    expect(() => parseTrackerQuery(text)).toThrow(expect.objectContaining({ kind: 'invalid', message: because }))
  })
})
