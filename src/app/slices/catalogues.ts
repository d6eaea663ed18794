import { messagesFr as accounts } from '../../accounts/messages-fr.ts'
import { messagesFr as archives } from '../../archives/messages-fr.ts'
import { messagesFr as artifacts } from '../../artifacts/messages-fr.ts'
import { messagesFr as fields } from '../../fields/messages-fr.ts'
import { type Catalogues, mergeCatalogues } from '../../kit/messages/translate.ts'
import { messagesFr as kit } from '../../kit/messages-fr.ts'
import { messagesFr as monitoring } from '../../monitoring/messages-fr.ts'
import { messagesFr as navigation } from '../../navigation/messages-fr.ts'
import { messagesFr as notifications } from '../../notifications/messages-fr.ts'
import { messagesFr as oauth2 } from '../../oauth2/messages-fr.ts'
import { messagesFr as projects } from '../../projects/messages-fr.ts'
import { messagesFr as queries } from '../../queries/messages-fr.ts'
import { messagesFr as signIn } from '../../sign-in/messages-fr.ts'
import { messagesFr as site } from '../../site/messages-fr.ts'
import { messagesFr as subversion } from '../../subversion/messages-fr.ts'
import { messagesFr as trackers } from '../../trackers/messages-fr.ts'
import { messagesFr as uploads } from '../../uploads/messages-fr.ts'

/** The translations of all messages. Each slice has its own catalogue: docs/translation.md. */
export const catalogues: Catalogues = {
  fr: mergeCatalogues([
    kit,
    site,
    accounts,
    signIn,
    oauth2,
    projects,
    uploads,
    fields,
    trackers,
    queries,
    artifacts,
    archives,
    subversion,
    notifications,
    navigation,
    monitoring,
  ]),
}
