import type { ReactNode } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import { Link as RoutedLink } from './link.tsx'
import { Pressable } from './pressable.tsx'

/** `primary` is the one main action of a view; `quiet` has no frame; `danger` cannot be undone. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

interface Looks {
  readonly kind?: ButtonKind
  readonly icon?: IconName
  readonly isWide?: boolean
  readonly children: ReactNode
}

interface ButtonProps extends Looks {
  readonly type?: 'button' | 'submit'
  readonly onPress?: () => void
  readonly isDisabled?: boolean
  /** Keeps its place and focus, and shows that the action is running. */
  readonly isPending?: boolean
  readonly autoFocus?: boolean
  /** Read aloud instead of the word on it, where many are called the same; it begins with that word. */
  readonly label?: string
}

export function Button({ kind = 'plain', icon, isWide, label, children, ...rest }: ButtonProps): ReactNode {
  return (
    <Pressable {...rest} aria-label={label} className={joinClasses(styles.button, styles[kind], isWide && styles.wide)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Pressable>
  )
}

interface IconButtonProps extends Pick<ButtonProps, 'onPress' | 'isDisabled'> {
  readonly icon: IconName
  /** Accessible name, because there is no visible text. */
  readonly label: string
}

export const IconButton = ({ icon, label, ...rest }: IconButtonProps): ReactNode => (
  <Pressable {...rest} aria-label={label} className={joinClasses(styles.button, styles.quiet, styles.square)}>
    <Icon name={icon} />
  </Pressable>
)

/** Looks like a button and is a link: it leads to a page, or to a file that is kept. */
export const LinkButton = ({
  kind = 'plain',
  icon,
  isWide,
  children,
  href,
  isDownload,
  label,
}: Looks & {
  readonly href: string
  readonly isDownload?: boolean
  /** As of a button. */
  readonly label?: string
}): ReactNode => {
  const look = { 'aria-label': label, className: joinClasses(styles.button, styles[kind], isWide && styles.wide) }
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  return isDownload ? (
    <a {...look} href={href} download>
      {content}
    </a>
  ) : (
    <RoutedLink {...look} href={href}>
      {content}
    </RoutedLink>
  )
}
