import type { RowGroupsTexts } from '../en/row-groups.ts'

export const rowGroups: RowGroupsTexts = {
  interval: 'Durée des groupes',
  intervals: { day: 'Jours', week: 'Semaines', month: 'Mois' },
  intervalsWithin: { day: 'jours', week: 'semaines', month: 'mois' },
  byInterval: (field, interval) => `Groupes\u00a0: ${field}, ${interval}`,
  parent: 'Parent',
  noParent: 'Sans parent',
  noDate: 'Sans date',
  lanes: 'Couloirs',
  lanesBy: (field) => `Couloirs\u00a0: ${field}`,
  noLanes: 'Sans couloirs',
  ownGroups: 'Mes groupes',
  inNoGroup: (field) => `Vous n’appartenez à aucun des groupes du champ ${field}`,
  children: (closed, total) =>
    total === 1 ? `1 enfant, ${closed === 1 ? 'fermé' : 'ouvert'}` : `${closed} enfants fermés sur ${total}`,
  childrenOf: (artifact, children) => `Enfants de ${artifact}\u00a0: ${children}`,
}
