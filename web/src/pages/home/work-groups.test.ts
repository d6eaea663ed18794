import { expect, it } from 'vitest'
import { groupWork, type WorkItem } from './work-groups.ts'

const item = (id: number, project: number, dueDay: string | null = null, isOpen = true): WorkItem => ({
  id,
  xref: `task #${id}`,
  title: `Task ${id}`,
  tracker: {
    id: project * 10,
    uri: '',
    label: 'Tasks',
    color_name: 'inca-silver',
    project: { id: project, label: `Project ${project}`, uri: '', icon: '' },
    cannot_create_reasons: null,
  },
  status: null,
  stage: 'early',
  isOpen,
  dueDay,
})

const idsOf = (items: readonly WorkItem[]): number[] => items.map(({ id }) => id)

it('puts overdue artifacts of all projects first, the longest overdue on top', () => {
  const { overdue, projects } = groupWork(
    [item(1, 1, '2026-03-17'), item(2, 1), item(3, 2, '2026-03-10'), item(4, 2, '2026-03-18')],
    '2026-03-18',
  )
  expect(idsOf(overdue)).toStrictEqual([3, 1])
  expect(projects.map(({ label, items }) => [label, idsOf(items)])).toStrictEqual([
    ['Project 1', [2]],
    ['Project 2', [4]],
  ])
})

it('orders the artifacts of a project by due date, those without one last and as they come', () => {
  const { projects } = groupWork(
    [item(1, 1), item(2, 1, '2026-05-01'), item(3, 1), item(4, 1, '2026-04-01')],
    '2026-03-18',
  )
  expect(projects.map(({ items }) => idsOf(items))).toStrictEqual([[4, 2, 1, 3]])
})

it('does not count closed artifacts as overdue', () => {
  expect(groupWork([item(1, 1, '2020-01-01', false)], '2026-03-18').overdue).toStrictEqual([])
})
