import { message } from '../../kit/messages/message.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { CsvFormat } from '../field-type/csv-format.ts'
import type { StoredLink } from '../model/field.ts'
import { splitItems } from './list-items.ts'

/**
 * Links from an artifact: `12`, or `12 (type)`; links to artifacts that the caller cannot see are omitted, and stay
 * when others change.
 */
export const linkCsv: CsvFormat<readonly StoredLink[]> = {
  write: (links, _field, { linked }) =>
    (links ?? [])
      .filter(({ id }) => linked.has(id as ArtifactId))
      .map(({ id, type }) => (type === '' ? `${id}` : `${id} (${type})`)),
  read(text, _field, { reportProblem }) {
    const links = (splitItems(text) ?? [text]).map((item) => {
      const [, id, type = ''] = /^#?(\d{1,15})(?:\s*\(([^()]+)\))?$/.exec(item) ?? []
      return id === undefined
        ? reportProblem(message`Invalid link ${JSON.stringify(item)}. Expected an artifact id, or id (type).`)
        : { id: Number(id), type }
    })
    return links.includes(undefined) ? undefined : { links }
  },
}
