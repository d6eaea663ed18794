import { type Attributes, cdata, element, type Markup } from '../../kit/xml/write.ts'

/** An element with a text of people. */
export const textIn = (name: string, text: string, attributes: Attributes = {}): Markup =>
  element(name, attributes, cdata(text))

/** An element that names another one by its key. */
export const referTo = (name: string, key: string): Markup => element(name, { REF: key })

/** Parts in the element that holds them; nothing when there are none. */
export const held = (holder: string, parts: readonly Markup[]): readonly Markup[] =>
  parts.length === 0 ? [] : [element(holder, {}, ...parts)]
