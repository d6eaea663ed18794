import type { ResolveLink } from '../../fields/texts/references.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/**
 * Returns the function that finds the URLs of mentions in texts of a project. Every known keyword makes a link, whether
 * or not the artifact exists: a text does not reveal which artifacts there are.
 */
export const createLinkResolver =
  (origin: string, project: ProjectId, keywords: ReadonlySet<string>): ResolveLink =>
  (keyword, number) =>
    keywords.has(keyword)
      ? { url: `${origin}/goto?key=${keyword}&val=${number}&group_id=${project}`, title: `${keyword} #${number}` }
      : undefined
