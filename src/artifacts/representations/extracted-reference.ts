import type { Mention } from '../../fields/texts/references.ts'
import { Type } from '../../kit/values/schema.ts'

export const ExtractedReference = Type.Object(
  { text: Type.String(), link: Type.String(), context: Type.String() },
  { title: 'ExtractedReference', additionalProperties: false },
)

/** docs/api/projects.md §9. */
export const representMention = (
  text: string,
  { keyword, number, start, length }: Mention,
  /** Where the reference before it ends; its number is no word of the text. */
  from: number,
  origin: string,
  projectId: number,
) => ({
  text: text.slice(start, start + length),
  link: `${origin}/goto?key=${keyword}&val=${number}&group_id=${projectId}`,
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
