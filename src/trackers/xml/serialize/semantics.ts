import { buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import type { SemanticDefinitions } from '../../model/definition.ts'
import { semanticEntries } from '../../semantics/registry.ts'
import { buildHolderElement } from '../xml-elements.ts'

/** Writes the semantics (docs/api/archive-format.md §2.4). */
export const writeSemantics = (all: SemanticDefinitions): readonly Markup[] =>
  buildHolderElement(
    'semantics',
    semanticEntries.flatMap(([name, { archive }]) => {
      const definition = all[name]
      if (definition === undefined) return []
      const title = archive.hasTitle === true ? writeTitle(name) : []
      return [buildElement('semantic', { type: name }, ...title, ...archive.write(definition))]
    }),
  )

/** Required by the format; importers ignore them. */
const writeTitle = (name: string): readonly Markup[] =>
  ['shortname', 'label', 'description'].map((part) => buildElement(part, {}, escapeText(name)))
