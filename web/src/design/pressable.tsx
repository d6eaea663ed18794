import {
  type ButtonHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { announce } from './announce.tsx'

type ButtonAttributes = ButtonHTMLAttributes<HTMLButtonElement>

/** What a menu or a dialog adds to the button that opens it. */
export type TriggerAttributes = Pick<
  ButtonAttributes,
  'id' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onKeyDown' | 'onMouseDown' | 'onPointerDown'
> & { readonly 'data-pressed'?: true | undefined }

/** For the button around which it is. */
export const TriggerContext = createContext<TriggerAttributes | null>(null)

export interface PressableProps extends Omit<ButtonAttributes, 'disabled' | 'onClick'> {
  readonly ref?: Ref<HTMLButtonElement>
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** Keeps its place and focus, and cannot be pressed. */
  readonly isPending?: boolean | undefined
}

/**
 * The element of every button. It is the button of the browser, because pages have many, and most are never pressed: a
 * button of React Aria takes about ten times as long to render.
 */
export function Pressable(props: PressableProps): ReactNode {
  const { onPress, isDisabled, isPending = false, autoFocus = false, type = 'button', children, ...rest } = props
  const trigger = useContext(TriggerContext)
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isPending) return
    trigger?.onClick?.(event)
    onPress?.()
  }
  return (
    <button
      {...rest}
      {...trigger}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={press}
    >
      {children}
      {isPending && <PendingNote />}
      {autoFocus && <InitialFocus />}
    </button>
  )
}

/** Focuses its button in an effect: the menu whose item shows the button still holds the focus when it is rendered. */
function InitialFocus(): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => place.current?.closest('button')?.focus(), [])
  return <span ref={place} hidden />
}

/** Screen readers read the name of a button again once its action is running. */
function PendingNote(): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const button = place.current?.closest('button')
    if (button && button === document.activeElement) announce(button.ariaLabel ?? button.innerText)
  }, [])
  return <span ref={place} hidden />
}
