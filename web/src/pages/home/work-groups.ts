import type { MinimalTrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { StatusStage } from '../../artifact/status-mark.tsx'

/** An artifact as a row of the list. */
export interface WorkItem {
  readonly id: number
  readonly xref: string
  readonly title: string | null
  readonly tracker: MinimalTrackerRepresentation
  readonly status: { readonly value: string; readonly color: string | null } | null
  readonly stage: StatusStage
  readonly isOpen: boolean
  /** `YYYY-MM-DD`; null: no due date, or not known yet. */
  readonly dueDay: string | null
}

export interface WorkGroups {
  /** Of all projects, the longest overdue first. */
  readonly overdue: readonly WorkItem[]
  /** In the order in which their first artifact comes; the earliest due date first, then the others as they come. */
  readonly projects: readonly { readonly id: number; readonly label: string; readonly items: readonly WorkItem[] }[]
}

/** Puts overdue artifacts first, and the others by project. */
export function groupWork(items: readonly WorkItem[], today: string): WorkGroups {
  const isOverdue = ({ dueDay, isOpen }: WorkItem): boolean => isOpen && dueDay !== null && dueDay < today
  const byProject = new Map<number, { readonly id: number; readonly label: string; readonly items: WorkItem[] }>()
  for (const item of items) {
    if (isOverdue(item)) continue
    const { id, label } = item.tracker.project
    const group = byProject.get(id) ?? { id, label, items: [] }
    byProject.set(id, group)
    group.items.push(item)
  }
  return {
    overdue: items.filter(isOverdue).sort(compareDueDays),
    projects: [...byProject.values()].map((group) => ({ ...group, items: group.items.sort(compareDueDays) })),
  }
}

/** Artifacts without a due date come last. */
function compareDueDays(a: WorkItem, b: WorkItem): number {
  const [first, second] = [a.dueDay ?? '9999-99-99', b.dueDay ?? '9999-99-99']
  return first < second ? -1 : first > second ? 1 : 0
}
