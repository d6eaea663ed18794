import type { ReactNode } from 'react'
import {
  Header,
  MenuItem as Item,
  Menu as Items,
  MenuTrigger,
  Popover,
  MenuSection as Section,
} from 'react-aria-components/Menu'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './menu.module.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode
  /** Where something else than the button opens it, too. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** Actions and places behind one button. */
export const Menu = ({ trigger, label, children, isOpen, onOpenChange }: MenuProps): ReactNode => (
  <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
    {trigger}
    <Popover className={styles.popover} placement="bottom end">
      <Items className={styles.menu} aria-label={label}>
        {children}
      </Items>
    </Popover>
  </MenuTrigger>
)

interface MenuItemProps {
  readonly children: string
  readonly icon?: IconName
  /** Leads to a page. */
  readonly href?: string
  readonly onAction?: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** The one that holds now, of several. */
  readonly isChosen?: boolean
  /** Language of the text, if it is not that of the page. */
  readonly language?: string
}

export const MenuItem = ({ children, icon, isDangerous, isChosen, language, ...rest }: MenuItemProps): ReactNode => (
  <Item
    {...rest}
    textValue={children}
    className={joinClasses(styles.item, isDangerous && styles.danger)}
    aria-current={isChosen ? 'true' : undefined}
  >
    {icon && <Icon name={icon} />}
    <span lang={language}>{children}</span>
    {isChosen && <Icon name="check" />}
  </Item>
)

export const MenuSection = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactNode => (
  <Section className={styles.section}>
    <Header className={styles.header}>{title}</Header>
    {children}
  </Section>
)

interface ChoiceMenuProps extends Pick<MenuProps, 'trigger' | 'label' | 'isOpen' | 'onOpenChange'> {
  readonly options: readonly { readonly id: string; readonly label: string; readonly mark?: ReactNode }[]
  readonly chosen: readonly string[]
  /** The chosen ids, in the order of the options. */
  readonly onChange: (chosen: readonly string[]) => void
  /** One choice closes it. */
  readonly mustClose?: boolean
}

/** Any number of several choices behind one button. */
export const ChoiceMenu = ({
  trigger,
  label,
  isOpen,
  onOpenChange,
  options,
  chosen,
  onChange,
  mustClose,
}: ChoiceMenuProps): ReactNode => (
  <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
    {trigger}
    <Popover className={styles.popover} placement="bottom start">
      <Items
        className={styles.menu}
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={chosen}
        shouldCloseOnSelect={mustClose ?? false}
        onSelectionChange={(keys) => {
          const isChosen = (id: string): boolean => keys === 'all' || keys.has(id)
          onChange(options.flatMap(({ id }) => (isChosen(id) ? [id] : [])))
        }}
      >
        {options.map(({ id, label: text, mark }) => (
          <Item key={id} id={id} textValue={text} className={styles.item}>
            {({ isSelected }) => (
              <>
                {mark}
                <span>{text}</span>
                {isSelected && <Icon name="check" />}
              </>
            )}
          </Item>
        ))}
      </Items>
    </Popover>
  </MenuTrigger>
)
