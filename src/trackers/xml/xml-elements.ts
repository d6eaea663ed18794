import { type Attributes, buildCdata, buildElement, type Markup } from '../../kit/xml/write.ts'

/** An element with user-entered text. */
export const buildTextElement = (name: string, text: string, attributes: Attributes = {}): Markup =>
  buildElement(name, attributes, buildCdata(text))

/** An element that refers to another one by its key. */
export const buildReferenceElement = (name: string, key: string): Markup => buildElement(name, { REF: key })

/** Wraps parts in an element; empty if there are no parts. */
export const buildHolderElement = (holder: string, parts: readonly Markup[]): readonly Markup[] =>
  parts.length === 0 ? [] : [buildElement(holder, {}, ...parts)]
