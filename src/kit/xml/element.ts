import { type Message, message } from '../messages/message.ts'

/** A parsed element. `text` is its own text as written, CDATA included; blanks around children are not text. */
export interface XmlElement {
  readonly name: string
  /** Has no prototype, so that an attribute named `constructor` is only an attribute. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
  readonly line: number
}

/** An error in a document and its place; `reason` is the text without the place. */
export class XmlProblem extends Error {
  override readonly name = 'XmlProblem'
  readonly reason: Message
  readonly line: number
  readonly column: number

  constructor(reason: Message, line: number, column: number) {
    super(`${reason} at line ${line}`)
    this.reason = reason
    this.line = line
    this.column = column
  }

  get text(): Message {
    return message`${this.reason} at line ${this.line}`
  }
}

/** Returns the first child of that name. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((candidate) => candidate.name === name)
}

/** Returns all children of that name, in order. */
export function findChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((candidate) => candidate.name === name)
}

/** Returns the text of the first child of that name, exactly as written. */
export function getText(element: XmlElement, name: string): string | undefined {
  return findChild(element, name)?.text
}

/** Returns the text of the first child of that name without the blanks around it. */
export function getTrimmedText(element: XmlElement, name: string): string | undefined {
  return getText(element, name)?.trim()
}
