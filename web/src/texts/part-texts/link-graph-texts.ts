import { loaded } from '../catalogue.ts'
import { type LinkGraphTexts, linkGraph } from '../en/link-graph.ts'

/** The texts of the graph of links, which come with its code, in the language of the page. */
export const linkGraphTexts: LinkGraphTexts = loaded.partTexts?.linkGraph ?? linkGraph
