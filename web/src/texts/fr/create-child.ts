import type { CreateChildTexts } from '../en/create-child.ts'

export const createChild: CreateChildTexts = {
  title: (xref) => `Nouvel enfant de ${xref}`,
  tracker: 'Tracker',
  name: 'Titre',
  none: 'Ce projet n’a aucun tracker dans lequel vous pouvez créer un enfant.',
  noLinks: 'Les artefacts de ce tracker n’ont pas de liens que vous pouvez définir.',
  needsMore: (fields) => `Il faut aussi\u00a0: ${fields}. Le formulaire complet a tous les champs.`,
  noTitle: 'Les artefacts de ce tracker n’ont pas de titre. Le formulaire complet a tous les champs.',
  fullForm: 'Ouvrir le formulaire complet',
  submit: 'Créer l’enfant',
}
