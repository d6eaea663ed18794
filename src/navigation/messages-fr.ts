import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of the navigation: docs/translation.md. */
export const messagesFr: Catalogue = {
  'You can only clear your history': 'Vous ne pouvez effacer que votre propre historique',
  'Only one of `project_id`, `shortname`, `tracker_id` and `artifact_id` can name the project; remove the others.':
    'Un seul des paramètres `project_id`, `shortname`, `tracker_id` et `artifact_id` peut désigner le projet ; retirez les autres.',
}
