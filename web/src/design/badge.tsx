import type { CSSProperties, ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly children: ReactNode
  /** Name of the palette, `#RRGGBB` of old archives, or none. */
  readonly color?: string | null
  readonly kind?: 'neutral' | 'positive' | 'caution' | 'negative' | 'info' | 'accent'
}

/** A label with a color; the label carries the meaning. */
export const Badge = ({ children, color, kind = 'neutral' }: BadgeProps): ReactNode => (
  <span className={styles.badge} data-kind={kind} {...colored(color)}>
    {children}
  </span>
)

/** A square in the color of a tracker, next to its name. */
export const ColorMark = ({ color }: { readonly color?: string | null }): ReactNode => (
  <span className={styles.mark} aria-hidden="true" {...colored(color)} />
)

/**
 * Attributes that give `--mark` and its like a color. Colours that are no names of the palette keep their hue and take our
 * lightness, so that they can be read.
 */
export function colored(color: string | null | undefined): { 'data-color'?: string; style?: CSSProperties } {
  if (!color) return {}
  if (!/^#[0-9a-f]{6}$/i.test(color)) return { 'data-color': color }
  return { 'data-color': 'own', style: { '--own': color } as CSSProperties }
}
