import type { ResolveLink } from '../../fields/texts/references.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/**
 * Returns the function that finds the URLs of mentions in texts of a project. Every known keyword makes a link, whether
 * or not the artifact exists: a text does not reveal which artifacts there are. The id of a project given by name is
 * left out for the same reason; the number identifies the artifact.
 */
export const createLinkResolver =
  (origin: string, own: ProjectId, keywords: ReadonlySet<string>): ResolveLink =>
  (keyword, number, project) => {
    if (!keywords.has(keyword)) return undefined
    const id = project ?? `${own}`
    const group = /^\d+$/.test(id) ? `&group_id=${id}` : ''
    return {
      url: `${origin}/goto?key=${keyword}&val=${number}${group}`,
      title: `${keyword} #${project === null ? '' : `${project}:`}${number}`,
    }
  }
