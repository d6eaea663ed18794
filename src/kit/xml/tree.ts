import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Message, message } from '../messages/message.ts'
import { type XmlElement, XmlProblem } from './element.ts'
import { isUtf8 } from './encoding.ts'

/** Limits of a document. */
export interface XmlLimits {
  /** Maximum nesting depth of elements; 100 by default. */
  readonly maxDepth?: number
  /** Maximum number of characters of one text, comment or start tag; 16 million by default. */
  readonly maxTextLength?: number
  /**
   * Maximum size of what is kept, in about its number of characters; no limit by default. Elements with a handler only
   * count as such.
   */
  readonly maxKept?: number
  /** Maximum number of elements; no limit by default. */
  readonly maxElements?: number
  /**
   * Maximum number of characters of one start tag, approximately; 262,144, or as many as a shorter text, by default.
   */
  readonly maxTagLength?: number
}

/** Receives an element when it closes. The ancestors are complete up to this element. */
export type ElementHandler = (element: XmlElement, ancestors: readonly XmlElement[]) => void | Promise<void>

/** An element that is passed to a handler instead of being kept. */
interface ClosedElement {
  readonly element: XmlElement
  readonly ancestors: readonly XmlElement[]
  readonly handler: ElementHandler
}

/**
 * Parses a document chunk by chunk; elements with a handler are returned by `takeClosed`, the rest stays in the root.
 */
export interface Tree {
  write(text: string): void
  takeClosed(): readonly ClosedElement[]
  end(): XmlElement
  problem(reason: Message): XmlProblem
}

type MutableElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: MutableElement[] }

interface Frame {
  readonly element: MutableElement
  readonly handler: ElementHandler | undefined
  hasChildren: boolean
  readonly keptBefore: number
}

/**
 * Returns a tree that grows as its document is written into it. The keys of `each` are names, or ends of paths:
 * `tracker/artifact`.
 */
export function buildTree(
  limits: XmlLimits,
  each: Readonly<Record<string, ElementHandler>> = {},
  isDecoded: (encoding: string) => boolean = isUtf8,
): Tree {
  const { maxDepth = 100, maxTextLength = 16_000_000, maxKept = Infinity, maxElements = Infinity } = limits
  const { maxTagLength = Math.min(maxTextLength, 262_144) } = limits
  // XML 1.1 would allow control characters and change what a line break is.
  const parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' })
  const handlerOf = handlerFinder(each)
  const frames: Frame[] = []
  let root: MutableElement | undefined
  let closed: ClosedElement[] = []
  let segment = ''
  let line = 1
  let hasAdvanced = false
  let unfinished = 0
  let weight = 0
  let elements = 0
  let isInTag = false

  const problem = (reason: Message) => new XmlProblem(reason, parser.line, parser.columnIndex)
  const tooLong = () => problem(message`A text or tag has more than ${maxTextLength} characters`)

  const settleText = (frame: Frame, besideChildren: boolean) => {
    if (segment !== '' && !(besideChildren && isBlank(segment))) frame.element.text += segment
    segment = ''
  }

  const open = (tag: SaxesTagPlain) => {
    hasAdvanced = true
    isInTag = false
    elements += 1
    if (elements > maxElements) throw problem(message`The document has more than ${maxElements} elements`)
    if (frames.length >= maxDepth) throw problem(message`Elements are nested more than ${maxDepth} levels deep`)
    const parent = frames.at(-1)
    if (parent !== undefined) {
      settleText(parent, true)
      parent.hasChildren = true
    }
    const element = { name: tag.name, attributes: tag.attributes, children: [], text: '', line }
    frames.push({ element, handler: handlerOf(tag.name, frames), hasChildren: false, keptBefore: weight })
    weight += weightOfElement
    for (const value of Object.values(tag.attributes)) weight += value.length
    if (weight > maxKept) throw problem(message`The document is too large for the available memory`)
  }

  const close = () => {
    hasAdvanced = true
    const frame = frames.pop()
    if (frame === undefined) return
    settleText(frame, frame.hasChildren)
    const parent = frames.at(-1)
    const { element, handler } = frame
    if (handler !== undefined) {
      weight = frame.keptBefore + weightOfElement
      closed.push({ element, handler, ancestors: frames.map((above) => above.element) })
    } else parent?.element.children.push(element)
    if (parent === undefined) root = element
  }

  const addText = (text: string) => {
    hasAdvanced = true
    const frame = frames.at(-1)
    if (frame === undefined) return
    segment = segment === '' ? text : segment + text
    weight += text.length
    if (frame.element.text.length + segment.length > maxTextLength) throw tooLong()
  }

  // Exactly six handlers: with eight the parser's object falls out of V8's fast mode and parses at a fifth of the
  // speed. So errors are caught below, and the declaration is checked when the first element opens.
  parser.on('opentagstart', () => {
    isInTag = true
    if (frames.length === 0) refuseOtherEncodings()
    // The tag name has just been read, and perhaps the line break after it.
    line = parser.columnIndex === 0 ? parser.line - 1 : parser.line
  })
  parser.on('opentag', open)
  parser.on('closetag', close)
  parser.on('text', addText)
  parser.on('cdata', addText)
  // The parser expands only the five predefined entities of XML; this rejects declarations of others before their first
  // use.
  parser.on('doctype', () => {
    throw problem(message`A document type declaration (DOCTYPE) is not accepted`)
  })

  const refuseOtherEncodings = () => {
    const { encoding } = parser.xmlDecl
    if (encoding === undefined || isDecoded(encoding)) return
    throw problem(message`The encoding ${encoding} is not supported, only UTF-8 is`)
  }

  const guarded = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof XmlProblem || !isOfParser(error)) throw error
      throw problem(message`${normalizeMessage(error.message)}`)
    }
  }

  return {
    write(text) {
      hasAdvanced = false
      guarded(() => parser.write(text))
      // The parser keeps all of a token until it ends, and reports nothing.
      unfinished = hasAdvanced ? 0 : unfinished + text.length
      if (unfinished > maxTextLength) throw tooLong()
      if (isInTag && unfinished > maxTagLength) throw problem(message`A tag has more than ${maxTagLength} characters`)
    },
    takeClosed() {
      const result = closed
      closed = []
      return result
    },
    end() {
      guarded(() => parser.close())
      if (root === undefined) throw problem(message`Document must contain a root element`)
      return root
    },
    problem,
  }
}

/** Memory of an element in addition to its texts. */
const weightOfElement = 100

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

const parserPosition = /^\d+:\d+: /

function isOfParser(error: unknown): error is Error {
  return error instanceof Error && parserPosition.test(error.message)
}

/**
 * Returns the parser's `3:14: unclosed tag: a.` without the place and the full stop, as the beginning of a sentence.
 */
function normalizeMessage(message: string): string {
  const bare = message.replace(parserPosition, '').replace(/\.$/, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

function handlerFinder(each: Readonly<Record<string, ElementHandler>>) {
  const byName = new Map<string, { readonly above: readonly string[]; readonly handler: ElementHandler }[]>()
  for (const [path, handler] of Object.entries(each)) {
    const above = path.split('/')
    const name = above.pop() ?? ''
    byName.set(name, [...(byName.get(name) ?? []), { above, handler }])
  }
  // The longest path is the most specific.
  for (const candidates of byName.values()) candidates.sort((a, b) => b.above.length - a.above.length)

  return (name: string, frames: readonly Frame[]): ElementHandler | undefined =>
    byName.get(name)?.find(({ above }) => {
      const start = frames.length - above.length
      return start >= 0 && above.every((step, index) => frames[start + index]?.element.name === step)
    })?.handler
}
