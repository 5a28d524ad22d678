import { ActionIcon, Burger, Group, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { openCommandPalette } from './command-palette.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

interface Props {
  menuOpened: boolean
  onMenu: () => void
  /** The bell. */
  notices?: ReactNode
}

export function TopBar({ menuOpened, onMenu, notices }: Props) {
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
      <Group ml="auto" gap="sm" wrap="nowrap">
        <UnstyledButton className={classes.search} onClick={openCommandPalette} visibleFrom="sm">
          <IconSearch size={16} aria-hidden />
          <span>Find…</span>
          <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
        </UnstyledButton>
        <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={openCommandPalette} aria-label="Find…">
          <IconSearch size={20} />
        </ActionIcon>
        <div className={classes.notices}>{notices}</div>
        <UserMenu />
      </Group>
    </Group>
  )
}
