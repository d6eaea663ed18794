import { pauseIfDue } from '../concurrency/event-loop.ts'
import { message } from '../messages/message.ts'
import type { XmlElement } from './element.ts'
import { detectEncoding, isUtf8 } from './encoding.ts'
import { buildTree, type ElementHandler, type Tree, type XmlLimits } from './tree.ts'

/** Options of a parse: handlers of elements, by name or by the end of their path (`tracker/artifacts/artifact`). */
export interface XmlReading extends XmlLimits {
  readonly each?: Readonly<Record<string, ElementHandler>>
  readonly signal?: AbortSignal
}

/** Handlers are awaited between two slices, so this bounds what waits for them. */
const sliceLength = 32_768

/**
 * Parses a document. An element with a handler is passed to it when it closes and not kept, so memory stays flat; the
 * next slice is parsed when the handlers of this one are done. Throws an `XmlProblem` for a malformed document.
 */
export async function readXml(
  source: AsyncIterable<Buffer | string> | string,
  reading: XmlReading = {},
): Promise<XmlElement> {
  const { each, signal, ...limits } = reading
  let encoding = 'utf-8'
  const tree = buildTree(limits, each, (name) => isUtf8(name) || name.toLowerCase() === encoding)
  const onEncoding = (name: string) => {
    encoding = name
  }
  for await (const text of typeof source === 'string' ? [source] : decoded(source, tree, onEncoding)) {
    for (const slice of slices(text, tree)) {
      signal?.throwIfAborted()
      const pause = pauseIfDue()
      if (pause !== undefined) await pause
      tree.write(slice)
      for (const { element, ancestors, handler } of tree.takeClosed()) {
        const pending = handler(element, ancestors)
        if (pending !== undefined) await pending
        signal?.throwIfAborted()
      }
    }
  }
  return tree.end()
}

/** Parses a document in memory, synchronously. */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  const tree = buildTree(limits)
  for (const slice of slices(text, tree)) tree.write(slice)
  return tree.end()
}

/** Parses a document in memory, and lets other requests through meanwhile. */
export async function parseLongXml(text: string, limits: XmlLimits): Promise<XmlElement> {
  const tree = buildTree(limits)
  for (const slice of slices(text, tree, sliceLength / 2)) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    tree.write(slice)
  }
  return tree.end()
}

async function* decoded(
  source: AsyncIterable<Buffer | string>,
  tree: Tree,
  onEncoding: (encoding: string) => void,
): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let pending = ''
  for await (const chunk of withLongStart(source)) {
    if (isFirst && typeof chunk !== 'string') {
      const { label, declared } = detectEncoding(chunk)
      decoder = new TextDecoder(label, { fatal: true })
      if (declared !== undefined) onEncoding(declared)
    }
    isFirst = false
    const text = pending + (typeof chunk === 'string' ? chunk : decode(decoder, chunk, tree))
    // A chunk of text may end within a surrogate pair, as a chunk of bytes may end within a character.
    const end = endsInHalf(text) ? text.length - 1 : text.length
    pending = text.slice(end)
    yield text.slice(0, end)
  }
  yield pending + decode(decoder, undefined, tree)
}

// Longer than any XML declaration.
const startLength = 1024

/** Yields the same bytes with a first chunk that is long enough for the XML declaration. */
async function* withLongStart(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of source) {
    if (start === undefined || typeof chunk === 'string') {
      if (start !== undefined && start.length > 0) yield start
      start = undefined
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < startLength) continue
    yield start
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined, tree: Tree): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw tree.problem(message`The text is not valid ${decoder.encoding.toUpperCase()}`)
  }
}

function* slices(text: string, tree: Tree, length = sliceLength): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let slice = text.slice(start, start + length)
    if (endsInHalf(slice)) slice = text.slice(start, start + slice.length + 1)
    // Half a surrogate pair would make the parser swallow what follows it.
    if (!slice.isWellFormed()) throw tree.problem(message`The text contains half of a surrogate pair`)
    yield slice
    start += slice.length
  }
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
