import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of the navigation: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Only one of `project_id`, `shortname`, `tracker_id` and `artifact_id` can name the project; remove the others.':
    'Un seul des paramètres `project_id`, `shortname`, `tracker_id` et `artifact_id` peut désigner le projet ; retirez les autres.',
}
