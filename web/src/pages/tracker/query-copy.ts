import { joinClasses } from '../../design/join-classes.ts'
import styles from './query-bar.module.css'
import type { QueryPiece } from './query-check.ts'

/** Shows the pieces of a text, each in its colour. Elements stay, because new ones would be laid out. */
export function showPieces(copy: HTMLElement, pieces: readonly QueryPiece[]): void {
  for (const [place, { text, role, isWrong }] of pieces.entries()) {
    const element = copy.children[place] ?? addPiece(copy)
    const classes = joinClasses(styles[role], isWrong && styles.wrong)
    showText(element, text)
    if (element.className !== classes) element.className = classes
  }
  while (copy.children.length > pieces.length) copy.lastElementChild?.remove()
}

/** The text after the last piece gives a line that is still empty its height. */
const addPiece = (copy: HTMLElement): Element => copy.insertBefore(document.createElement('span'), copy.lastChild)

/** Changes the text of the copy where it was edited; what was inserted has the colour of what is before it. */
export function editCopy(copy: HTMLElement, text: string): void {
  const elements = copy.children.length === 0 ? [addPiece(copy)] : [...copy.children]
  const texts = editTexts(
    elements.map(({ textContent }) => textContent),
    text,
  )
  for (const [place, element] of elements.entries()) showText(element, texts[place] ?? '')
}

/** The node stays: another one would have a style of its own. */
function showText(element: Element, text: string): void {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}

/** Divides an edited text like the text before the edit: only the pieces that it concerns change. */
export function editTexts(pieces: readonly string[], text: string): readonly string[] {
  const before = pieces.join('')
  const maxStart = Math.min(before.length, text.length)
  let start = 0
  while (start < maxStart && before[start] === text[start]) start++
  let end = 0
  while (end < maxStart - start && before.at(-1 - end) === text.at(-1 - end)) end++
  const removedTo = before.length - end
  const inserted = text.slice(start, text.length - end)
  const target = findPiece(pieces, start)
  let at = 0
  return pieces.map((piece, place) => {
    const from = at
    at += piece.length
    const head = piece.slice(0, Math.max(0, start - from))
    const tail = piece.slice(Math.max(0, removedTo - from))
    return `${head}${place === target ? inserted : ''}${tail}`
  })
}

/** The piece that ends at a place, or contains it. */
function findPiece(pieces: readonly string[], at: number): number {
  let end = 0
  const index = pieces.findIndex((piece) => {
    end += piece.length
    return end >= at
  })
  return Math.max(0, index)
}
