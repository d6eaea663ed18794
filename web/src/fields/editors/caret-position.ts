/** What decides where the characters of a text area stand. */
const copied = [
  'box-sizing',
  'inline-size',
  'padding-block-start',
  'padding-inline-start',
  'padding-inline-end',
  'border-block-start-width',
  'border-inline-start-width',
  'border-inline-end-width',
  'font',
  'letter-spacing',
  'tab-size',
  'direction',
] as const

export interface CaretPosition {
  readonly left: number
  /** Upper end of its line. */
  readonly top: number
  readonly lineHeight: number
}

/** Returns where a character of a text area stands in the window: a copy of the text is laid out for that. */
export function locateCharacter(area: HTMLTextAreaElement, position: number): CaretPosition {
  const style = getComputedStyle(area)
  const copy = document.createElement('div')
  for (const property of copied) copy.style.setProperty(property, style.getPropertyValue(property))
  copy.style.setProperty('line-height', style.lineHeight)
  copy.style.setProperty('border-style', 'solid')
  copy.style.setProperty('position', 'fixed')
  copy.style.setProperty('inset-block-start', '0')
  copy.style.setProperty('inset-inline-start', '0')
  copy.style.setProperty('visibility', 'hidden')
  copy.style.setProperty('white-space', 'pre-wrap')
  copy.style.setProperty('overflow-wrap', 'break-word')
  const marker = document.createElement('span')
  marker.textContent = '\u200b'
  copy.append(area.value.slice(0, position), marker, area.value.slice(position, position + 100))
  copy.setAttribute('aria-hidden', 'true')
  document.body.append(copy)
  const [inCopy, ofCopy, ofArea] = [marker, copy, area].map((each) => each.getBoundingClientRect())
  copy.remove()
  if (inCopy === undefined || ofCopy === undefined || ofArea === undefined) return { left: 0, top: 0, lineHeight: 0 }
  return {
    left: ofArea.left + inCopy.left - ofCopy.left - area.scrollLeft,
    top: ofArea.top + inCopy.top - ofCopy.top - area.scrollTop,
    lineHeight: inCopy.height,
  }
}
