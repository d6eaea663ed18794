import { expect, it } from 'vitest'
import type { ArtifactGroup } from '../../../data/artifact-groups.ts'
import type { Field } from '../view.ts'
import { buildBars } from './bars.ts'

it('has a bar for each value of an open list, those that users added included', () => {
  const field = {
    field_id: 7,
    type: 'tbl',
    values: [{ id: 31, label: 'red', value_color: '', is_hidden: false }],
    bindings: { type: 'static', list: [] },
  } as unknown as Field
  const group = (more: object) => ({ value_id: null, size: 1, artifacts: [], ...more }) as unknown as ArtifactGroup
  const bars = buildBars(field, [
    group({ value_id: 31, size: 0 }),
    group({ open_value: { id: 'o5', label: 'teal' }, size: 2 }),
    group({ value_id: 100 }),
  ])
  expect(bars.map(({ id, option, size }) => [id, option.label, size])).toEqual([
    ['31', 'red', 0],
    ['o5', 'teal', 2],
    ['100', expect.any(String), 1],
  ])
})
