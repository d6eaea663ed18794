import type { Mention } from '../../fields/references.ts'
import { Type } from '../../kit/schema.ts'

export const ExtractedReference = Type.Object(
  { text: Type.String(), link: Type.String(), context: Type.String() },
  { additionalProperties: false },
)

/** Contract 10 §8.9. */
export const representMention = (
  text: string,
  { keyword, number, start, length }: Mention,
  origin: string,
  projectId: number,
) => ({
  text: text.slice(start, start + length),
  link: `${origin}/goto?key=${keyword}&val=${number}&group_id=${projectId}`,
  context: '',
})
