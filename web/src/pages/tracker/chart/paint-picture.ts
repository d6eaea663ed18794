/** Pixels of the picture for one of the page, so that it is sharp on other screens and on paper. */
const scale = 2
/** Empty room around, in pixels of the page. */
const margin = 16

/** Attributes of drawings whose values come from style sheets. */
const drawn = [
  'color',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

interface Picture {
  readonly context: CanvasRenderingContext2D
  /** Where the picture begins on the screen. */
  readonly origin: DOMRect
}

/**
 * Paints an element as the page shows it, in the colors of its theme: backgrounds, words and drawings, but no controls.
 * The page cannot draw itself onto a canvas.
 */
export async function paintPicture(element: HTMLElement): Promise<Blob> {
  const origin = element.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((origin.width + 2 * margin) * scale)
  canvas.height = Math.ceil((origin.height + 2 * margin) * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no canvas')
  context.fillStyle = findBackground(element)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.translate(margin - origin.left, margin - origin.top)
  await paintElement({ context, origin }, element)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    )
  })
}

const isTransparent = (color: string): boolean => /^(transparent|.*[,/] ?0\))$/.test(color)

/** The color behind an element. */
function findBackground(element: Element | null): string {
  for (let each = element; each !== null; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each)
    if (!isTransparent(backgroundColor)) return backgroundColor
  }
  return 'Canvas'
}

async function paintElement(picture: Picture, element: Element): Promise<void> {
  if (element instanceof SVGSVGElement) return paintDrawing(picture, element)
  const style = getComputedStyle(element)
  // Parts for screen readers are clipped.
  if (element.matches('button, input') || style.clipPath !== 'none') return
  const { context } = picture
  const { left, top, width, height } = element.getBoundingClientRect()
  if (!isTransparent(style.backgroundColor)) {
    context.fillStyle = style.backgroundColor
    context.beginPath()
    context.roundRect(left, top, width, height, Number.parseFloat(style.borderTopLeftRadius) || 0)
    context.fill()
  }
  for (const node of element.childNodes) {
    if (node instanceof Element) await paintElement(picture, node)
    else if (node instanceof Text) paintText(picture, node, style)
  }
}

/** Paints each word where the page has it. */
function paintText({ context }: Picture, node: Text, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.fillStyle = style.color
  const range = document.createRange()
  const paint = (start: number, end: number): void => {
    range.setStart(node, start)
    range.setEnd(node, end)
    const places = range.getClientRects()
    if (places.length > 1 && end - start > 1) {
      // The word continues on the next line.
      for (let index = start; index < end; index += 1) paint(index, index + 1)
      return
    }
    const [place] = places
    if (place === undefined) return
    const word = node.data.slice(start, end)
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(word)
    context.fillText(word, place.left, place.top + (place.height - ascent - descent) / 2 + ascent, place.width)
  }
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) paint(index, index + word.length)
}

async function paintDrawing({ context }: Picture, drawing: SVGSVGElement): Promise<void> {
  const { left, top, width, height } = drawing.getBoundingClientRect()
  const copy = copyDrawn(drawing)
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(width * scale))
  copy.setAttribute('height', String(height * scale))
  for (const id of listFillings(copy)) {
    const filling = document.getElementById(id)
    if (filling !== null && !drawing.contains(filling)) copy.append(copyDrawn(filling))
  }
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    context.drawImage(image, left, top, width, height)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Copies an element with what style sheets give it: pictures have none, nor would the policy of the page allow them. */
function copyDrawn<T extends Element>(element: T): T {
  const copy = element.cloneNode(true) as T
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, source] of [element, ...element.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(source)
    const target = copies[index]
    for (const name of drawn) target?.setAttribute(name, style.getPropertyValue(name))
    target?.removeAttribute('style')
    target?.removeAttribute('class')
  }
  return copy
}

/** Ids of the patterns that areas are filled with. */
const listFillings = (drawing: Element): ReadonlySet<string> =>
  new Set(
    [...drawing.querySelectorAll('[fill^="url("]')].flatMap(
      (each) => /#([^")]+)/.exec(each.getAttribute('fill') ?? '')?.[1] ?? [],
    ),
  )
