import type { Texts } from '../en.ts'

export const user: Texts['user'] = {
  edit: 'Modifier le profil',
  administer: 'Administrer le compte',
  work: 'Artefacts ouverts assignés à cet utilisateur',
  projects: 'Projets',
  none: 'Membre d’aucun projet',
}
