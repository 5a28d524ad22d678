import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout, IconMessage, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { logOut } from '#web/lib/account/log-out.ts'
import { showShellDialog } from '#web/lib/session/palette.ts'
import { isScreen } from '#web/lib/session/screen-verdict.ts'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import classes from './shell.module.css'

const links = [
  { label: 'My Profile', path: '/profile', icon: IconUser },
  { label: 'Settings', path: '/settings', icon: IconSettings },
  { label: 'Messages', path: '/messages', icon: IconMessage },
]

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Match system' },
] as const

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

interface Props extends DropdownProps {
  name: string
  email: string
}

export function UserMenuDropdown({ id, opened, onClose, target, name, email }: Props) {
  return (
    <Menu id={id} opened={opened} onClose={onClose} position="bottom-end" width={240} shadow="md" withinPortal={false}>
      <Menu.Target>
        <TargetElsewhere of={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.account}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {email}
          </Text>
        </div>
        <Menu.Divider />
        {links.map(({ label, path, icon: Shown }) =>
          isScreen(path) ? (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Shown size={16} />}>
              {label}
            </Menu.Item>
          ) : null,
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => showShellDialog('keys')}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Label>Appearance</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
