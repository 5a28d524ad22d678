import { ActionIcon, Avatar, Burger, Group, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { logoPath } from '@vialdesk/contract/base/logo-path'
import type { CSSProperties, ReactNode } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { keyTexts, shortcuts } from '#web/lib/browser/shortcuts.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { Later } from '#web/ui/layout/later.tsx'
import { openCommandPalette } from './command-palette.tsx'
import classes from './shell.module.css'

const loadDropdown = () => import('./user-menu-dropdown.tsx').then(({ UserMenuDropdown }) => UserMenuDropdown)

function UserMenu() {
  const user = useSession()?.user
  const { button, Dropdown, dropdown } = useDropdown('menu', loadDropdown)
  if (!user) return null
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  const initials = name
    .split(/\s+/)
    .map(([letter = '']) => letter)
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <>
      {/* With the initials, because who speaks to the browser says what is shown. */}
      <UnstyledButton {...button} className={classes.user} aria-label={`Account of ${name}, ${initials}`}>
        <Avatar
          src={user.hc_logo && logoPath(user.hc_logo)}
          alt=""
          color="brand"
          size={32}
          radius="xl"
          aria-hidden
          styles={user.hc_logo ? { image: { objectFit: 'contain', background: '#fff', padding: 5 } } : {}}
        >
          {initials}
        </Avatar>
      </UnstyledButton>
      {Dropdown && <Dropdown {...dropdown} name={name} email={user.email} />}
    </>
  )
}

const SearchButton = () => (
  <>
    <UnstyledButton className={classes.search} onClick={openCommandPalette} visibleFrom="sm">
      <IconSearch size={16} aria-hidden />
      <span>Find…</span>
      <Kbd size="xs">{keyTexts(shortcuts.find.key).join(' ')}</Kbd>
    </UnstyledButton>
    <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={openCommandPalette} aria-label="Find…">
      <IconSearch size={20} />
    </ActionIcon>
  </>
)

interface Props {
  menuOpened: boolean
  onMenu: () => void
  /** The icons of messages, and their number. */
  notices?: ReactNode
  noticeCount: number
  hasSearch: boolean
}

export function TopBar({ menuOpened, onMenu, notices, noticeCount, hasSearch }: Props) {
  const { domain, logo } = portal()
  const viewer = useSession()
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={menuOpened}
        onClick={onMenu}
        hiddenFrom="md"
        size="sm"
        aria-label={menuOpened ? 'Close the menu' : 'Open the menu'}
      />
      <Link to={viewer ? homePath(viewer) : '/'} className={classes.brand}>
        <BrandMark name={domain.name} logo={logo} />
      </Link>
      <Later>
        <Group ml="auto" gap="sm" wrap="nowrap">
          {hasSearch && <SearchButton />}
          <div className={classes.notices} style={{ '--icon-count': noticeCount } as CSSProperties}>
            {notices}
          </div>
          <UserMenu />
        </Group>
      </Later>
    </Group>
  )
}
