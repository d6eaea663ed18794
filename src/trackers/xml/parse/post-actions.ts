import type { XmlElement } from '../../../kit/xml/element.ts'
import { getPostActionType, postActionTypes } from '../../actions/registry.ts'
import type { PostActionDefinition } from '../../model/definition.ts'
import type { ParseContext } from '../parse-context.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

/** Parses the post actions of a transition (docs/api/archive-format.md §2.6), in order. */
export const parsePostActions = (
  holder: XmlElement | undefined,
  keys: TrackerKeys,
  context: ParseContext,
): PostActionDefinition[] =>
  (holder?.children ?? []).flatMap((element) => {
    const type = postActionTypes.find(({ archive }) => archive.element === element.name) ?? getPostActionType('other')
    return type.archive.read(element, keys, context) ?? []
  })
