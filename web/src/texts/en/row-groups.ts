export const rowGroups = {
  interval: 'Length of the groups',
  intervals: { day: 'Days', week: 'Weeks', month: 'Months' },
  intervalsWithin: { day: 'days', week: 'weeks', month: 'months' },
  byInterval: (field: string, interval: string): string => `Groups: ${field}, ${interval}`,
  parent: 'Parent',
  noParent: 'No parent',
  noDate: 'No date',
  lanes: 'Lanes',
  lanesBy: (field: string): string => `Lanes: ${field}`,
  noLanes: 'No lanes',
  ownGroups: 'My groups',
  inNoGroup: (field: string): string => `You belong to none of the groups of ${field}`,
  children: (closed: number, total: number): string =>
    total === 1 ? `1 child, ${closed === 1 ? 'closed' : 'open'}` : `${closed} of ${total} children closed`,
  childrenOf: (artifact: string, children: string): string => `Children of ${artifact}: ${children}`,
}

export type RowGroupsTexts = typeof rowGroups
