import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { buildPageUrl } from './page-url.ts'
import { parseHtml } from './parse-html.ts'
import { retryPicture } from './retry-picture.ts'
import styles from './rich-text.module.css'

/** Renders HTML of the API, which the server has sanitized. The only place that accepts HTML. */
export function RichText({ html }: { readonly html: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  useLayoutEffect(() => place.current?.replaceChildren(...cleaned(html)), [html])
  // Links to artifacts and commits stay within the pages.
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.dataset['page'] === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    navigate(link.dataset['page'])
  }
  // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside take the keys
  return <div ref={place} className={styles.text} onClick={follow} />
}

/** Allowed elements; of others only the text is kept. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br hr b strong i em u s del ins mark small sub sup h1 h2 h3 h4 h5 h6 ul li blockquote pre code kbd samp var dl dt dd div span figure figcaption table caption thead tbody tfoot tr'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

/** Their content is not text. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
])

function cleaned(html: string): Node[] {
  const parsed = parseHtml(html)
  // Headings in a text are none of the page's, whose own end at the second level: the highest there is becomes the third.
  const levels = [...new Set([...parsed.querySelectorAll(headings)].map(({ localName }) => localName))].sort()
  const names = new Map(levels.map((name, index) => [name, `h${Math.min(6, index + 3)}`]))
  return [...parsed.body.childNodes].flatMap((node) => cleanNode(node, names))
}

const headings = 'h1, h2, h3, h4, h5, h6'

function cleanNode(node: Node, names: ReadonlyMap<string, string>): Node[] {
  if (node instanceof Text || node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')]
  if (node.nodeType !== Node.ELEMENT_NODE) return []
  const element = node as Element
  const name = element.localName
  if (dropped.has(name)) return []
  const inside = [...element.childNodes].flatMap((each) => cleanNode(each, names))
  const attributes = allowed[name]
  if (attributes === undefined) return inside
  const copy = document.createElement(names.get(name) ?? name)
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute)
    if (value !== null && isHarmless(attribute, value)) copy.setAttribute(attribute, value)
  }
  if (copy instanceof HTMLAnchorElement) prepareLink(copy)
  if (copy instanceof HTMLImageElement) {
    copy.loading = 'lazy'
    // Without alternative text it is decorative; its URL is not read out.
    if (!copy.hasAttribute('alt')) copy.alt = ''
    retryPicture(copy)
  }
  copy.append(...inside)
  return [copy]
}

function isHarmless(attribute: string, value: string): boolean {
  if (attribute !== 'href' && attribute !== 'src') return true
  const url = URL.parse(value, location.origin)
  return (
    url !== null && (['http:', 'https:'].includes(url.protocol) || (attribute === 'href' && url.protocol === 'mailto:'))
  )
}

function prepareLink(link: HTMLAnchorElement): void {
  const page = link.origin === location.origin ? buildPageUrl(link.href) : undefined
  if (page === undefined) {
    link.rel = 'noopener nofollow'
    return
  }
  link.href = page
  link.dataset['page'] = page
}
