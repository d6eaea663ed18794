import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick' | 'target'> {
  readonly href: string
}

/** Leads to a page of ours. The router's own link renders again wherever one goes; of these there are many on a page. */
export const Link = ({ href, ...rest }: LinkProps): ReactNode => <a {...rest} href={href} onClick={follow} />

function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  navigate(event.currentTarget.href)
}
