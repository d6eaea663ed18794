import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { type TriggerAttributes, TriggerContext } from './pressable.tsx'

/** Where the focus goes: to the first or last item; true: to the menu, where a pointer chooses. */
type MenuFocus = 'first' | 'last' | true

/** For the menu in the popover. */
export interface OpenMenuProps {
  readonly id: string
  readonly ref: RefObject<HTMLDivElement | null>
  readonly autoFocus: MenuFocus
  readonly onClose: () => void
}

interface MenuTriggerProps extends Pick<PopoverProps, 'className' | 'placement' | 'offset'> {
  /** The button that opens it. */
  readonly trigger: ReactNode
  /** Where something else than the button opens it, too. */
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  /** Renders the menu while it is open. */
  readonly children: (menu: OpenMenuProps) => ReactNode
}

/**
 * A button that opens a menu. Until it is used, only the button is rendered, without anything of React Aria: pages have
 * many menus, and few are used. It opens as those of React Aria do: while a button of the mouse is held down, so that it can be
 * released over an item, otherwise by the click, or by keys.
 */
export function MenuTrigger(props: MenuTriggerProps): ReactNode {
  const { trigger, className, placement, offset, children, isOpen, onOpenChange } = props
  const id = useId()
  const menuId = `${id}-menu`
  const [isOpenByTrigger, setOpenByTrigger] = useState(false)
  const [focus, setFocus] = useState<MenuFocus>('first')
  const button = useMemo(() => findById(id), [id])
  const menu = useRef<HTMLDivElement>(null)
  const isShown = isOpen ?? isOpenByTrigger
  const wasShown = useRef(false)
  wasShown.current ||= isShown
  const setOpen = (to: boolean): void => {
    if (!to) setFocus('first')
    setOpenByTrigger(to)
    onOpenChange?.(to)
  }
  const open = (next: MenuFocus): void => {
    // It gets the focus back.
    button.current?.focus({ preventScroll: true })
    setFocus(next)
    setOpen(true)
  }
  const attributes: TriggerAttributes = {
    id,
    'aria-haspopup': true,
    'aria-expanded': isShown,
    'aria-controls': isShown ? menuId : undefined,
    'data-pressed': isShown || undefined,
    onPointerDown(event: PointerEvent) {
      // Screen readers press without pressure, and get the first item with the click.
      if (event.pointerType === 'mouse' && event.button === 0 && event.pressure > 0) open(true)
    },
    // Would take the focus from the menu.
    onMouseDown: (event) => event.preventDefault(),
    onClick(event: MouseEvent) {
      if (!isShown) open(event.detail === 0 ? 'first' : true)
    },
    onKeyDown(event: KeyboardEvent) {
      const next = event.defaultPrevented ? undefined : focusByKey[event.key]
      if (next === undefined) return
      event.preventDefault()
      event.stopPropagation()
      open(next)
    },
  }
  return (
    <>
      <TriggerContext value={attributes}>{trigger}</TriggerContext>
      {wasShown.current && (
        <Popover
          isOpen={isShown}
          onOpenChange={setOpen}
          triggerRef={button}
          scrollRef={menu}
          trigger="MenuTrigger"
          aria-labelledby={id}
          className={className}
          placement={placement}
          offset={offset}
        >
          {children({ id: menuId, ref: menu, autoFocus: focus, onClose: () => setOpen(false) })}
        </Popover>
      )}
    </>
  )
}

const focusByKey: Readonly<Record<string, MenuFocus>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/** The button may have a ref of its own. */
const findById = (id: string): RefObject<HTMLElement | null> => ({
  get current() {
    return document.getElementById(id)
  },
  set current(_) {
    // Nothing else is this element.
  },
})
