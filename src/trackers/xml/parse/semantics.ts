import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, type XmlElement } from '../../../kit/xml/element.ts'
import type { SemanticDefinitions, SemanticName } from '../../model/definition.ts'
import { semantics } from '../../semantics/registry.ts'
import type { Semantic } from '../../semantics/semantic.ts'
import { getRequiredAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

/** Parses the semantics (docs/api/archive-format.md §2.4); a semantic without a field is not configured. */
export function parseSemanticElements(
  tracker: XmlElement,
  keys: TrackerKeys,
  context: ParseContext,
): SemanticDefinitions {
  const holder = findChild(tracker, 'semantics')
  return Object.fromEntries(
    (holder === undefined ? [] : findChildren(holder, 'semantic')).flatMap((element) => {
      const type = getRequiredAttribute(element, 'type', context.notes)
      const semantic = findSemantic(type)
      if (semantic === undefined) {
        if (type !== '')
          context.notes.remark(
            'feature-left-out',
            element.line,
            message`The semantic "${type}" belongs to another product and is left out`,
          )
        return []
      }
      const definition = semantic.archive.read(element, keys, context)
      return definition === undefined ? [] : [[type, definition]]
    }),
  )
}

const findSemantic = (name: string): Semantic | undefined =>
  Object.hasOwn(semantics, name) ? (semantics[name as SemanticName] as Semantic) : undefined
