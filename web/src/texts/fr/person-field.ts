import type { PersonFieldTexts } from '../en/person-field.ts'
import { formatPlural } from './states.ts'

export const personField: PersonFieldTexts = {
  found: (n) => (n === 0 ? 'Aucun utilisateur trouvé' : formatPlural(n, 'utilisateur', 'utilisateurs')),
  add: (name) => `Ajouter ${name}`,
  users: 'Utilisateurs proposés',
}
