import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick' | 'target'> {
  readonly href: string
}

/**
 * Link to a page of this site. The link of the router would render again with every navigation, and pages have many
 * links.
 */
export const Link = ({ href, ...rest }: LinkProps): ReactNode => <a {...rest} href={href} onClick={followLink} />

/** Opens the page of a link without loading the site again, unless the link is for another tab or window. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  navigate(event.currentTarget.href)
}
