import { describe, expect, it } from 'vitest'
import { createTrackerWithWorkflow, fields, findValue, states } from '../../../test/kit/workflow-fixture.ts'
import type { TriggerRule } from '../model/tracker.ts'
import { findTriggeredRules, isTriggered } from './trigger-rule.ts'

const { status, area } = fields
const { open, closed, lost } = states

const rule = (condition: TriggerRule['condition'], ...values: readonly number[]): TriggerRule =>
  ({
    condition,
    triggers: values.map((each) => ({ field: status, value: each })),
    target: { field: 77, value: 88 },
  }) as unknown as TriggerRule

const tracker = createTrackerWithWorkflow()
const child = (state: number) => ({ tracker, values: findValue(status, [state]) })
const stranger = { tracker: { fieldById: new Map() }, values: findValue(status, [open]) }

describe('a trigger', () => {
  it('at_least_one requires one matching child', () => {
    const one = rule('at_least_one', closed)
    expect(isTriggered(one, [child(open), child(closed)])).toBe(true)
    expect(isTriggered(one, [child(open)])).toBe(false)
    expect(isTriggered(one, [])).toBe(false)
  })
  it('all_of requires every child to match, and at least one child', () => {
    const each = rule('all_of', closed)
    expect(isTriggered(each, [child(closed), child(closed)])).toBe(true)
    expect(isTriggered(each, [child(closed), child(open)])).toBe(false)
    expect(isTriggered(each, [])).toBe(false)
  })
  it('matches any of its values', () => {
    expect(isTriggered(rule('all_of', closed, lost), [child(closed), child(lost)])).toBe(true)
  })
  it('ignores children of other trackers', () => {
    expect(isTriggered(rule('all_of', closed), [child(closed), stranger])).toBe(true)
    expect(isTriggered(rule('all_of', closed), [stranger])).toBe(false)
    expect(isTriggered(rule('at_least_one', open), [stranger])).toBe(false)
  })
  it('is triggered only by a change to one of its values', () => {
    const rules = [rule('all_of', closed), rule('at_least_one', open)]
    expect(findTriggeredRules(rules, findValue(status, [closed]))).toEqual([rules[0]])
    expect(findTriggeredRules(rules, findValue(status, []))).toEqual([])
    expect(findTriggeredRules(rules, findValue(area, [closed]))).toEqual([])
  })
})
