import { DEFAULT_TEMPLATE, type ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Reference } from '../model/references.ts'

export const ExtractedReference = Type.Object(
  { text: Type.String(), link: Type.String(), context: Type.String() },
  { title: 'ExtractedReference', additionalProperties: false },
)

/** docs/api/projects.md §9. */
export const representReference = (
  text: string,
  { keyword, project, value, start, projectId }: Reference & { readonly projectId: ProjectId },
  /** Where the reference before it ends; its number is no word of the text. */
  from: number,
  origin: string,
) => ({
  text: `${keyword} #${project === null ? '' : `${project}:`}${value}`,
  link: `${origin}/goto?key=${keyword}&val=${value}${projectId === DEFAULT_TEMPLATE ? '' : `&group_id=${projectId}`}`,
  context: findContextWord(text, from, start),
})

/**
 * Returns the word directly before a reference, with its colon, if one blank separates them (docs/api/projects.md §9).
 */
function findContextWord(text: string, from: number, start: number): string {
  if (start <= from || text[start - 1] !== ' ') return ''
  const end = start - 1
  let begin = text[end - 1] === ':' ? end - 1 : end
  const wordEnd = begin
  // The search starts at the end, because a pattern would try each start of a long text.
  while (begin > from && wordCharacter.test(text[begin - 1] ?? '')) begin -= 1
  return begin === wordEnd ? '' : text.slice(begin, end)
}

const wordCharacter = /[\p{L}\p{N}_]/u
