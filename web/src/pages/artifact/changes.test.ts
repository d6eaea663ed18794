import { expect, it } from 'vitest'
import type { ChangesetRepresentation } from '../../../../src/artifacts/representations/changeset.ts'
import { buildEvents } from './changes.ts'

type Entries = readonly Record<string, unknown>[]

const changeset = (id: number, values: Entries): ChangesetRepresentation =>
  ({ id, submitted_on: '2026-03-13', last_modified_date: '2026-03-13', values }) as unknown as ChangesetRepresentation
const title = (value: string) => ({ field_id: 1, type: 'string', label: 'Title', value })
const points = (value: number | null) => ({ field_id: 2, type: 'int', label: 'Points', value })
const links = (to: number[], from: number[]) => ({
  field_id: 3,
  type: 'art_link',
  label: 'Links',
  links: to,
  reverse_links: from,
})
const updated = (value: string) => ({ field_id: 4, type: 'lud', label: 'Updated', value })

it('returns the changed fields of each changeset, and none for the first', () => {
  const events = buildEvents([
    changeset(1, [title('a'), points(1)]),
    changeset(2, [title('b'), points(1)]),
    changeset(3, [title('b')]),
    changeset(4, [title('b'), points(2)]),
  ])
  expect(events.map(({ changed }) => changed)).toStrictEqual([[], ['Title'], ['Points'], ['Points']])
  expect(events.map(({ isFirst }) => isFirst)).toStrictEqual([true, false, false, false])
})

it('ignores changes of others and fields that change every time', () => {
  const [, second] = buildEvents([
    changeset(1, [links([7], []), updated('then')]),
    changeset(2, [links([7], [9]), updated('now')]),
  ])
  expect(second?.changed).toStrictEqual([])
})
